/** Why the product does not start, in plain sentences for whoever runs it. */
export class Refusal extends Error {}
