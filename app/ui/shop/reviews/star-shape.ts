/** Not with the other shapes, which the home page loads: it shows no reviews. */
export const STAR = 'm12 3 2.8 5.8 6.4.9-4.6 4.5 1.1 6.3-5.7-3-5.7 3 1.1-6.3L2.8 9.7l6.4-.9z'
