// Prints one figure. Measurements on these machines are noisy: compare the ratios of one run, not the figures of two.
export const line = (what: string, figure: string, beside = '') =>
  console.log(`${what.padEnd(44)} ${figure.padStart(14)}  ${beside}`)
