/**
 * Flags of ours for V8 without those that the operator's NODE_OPTIONS names: V8 takes the command line over it, and a
 * big shop may need more. Node reads `_` for `-` in them.
 */
export const withoutNamed = (flags: readonly string[], nodeOptions = '') =>
  flags.filter((flag) => !nodeOptions.replaceAll('_', '-').includes(flag.replace(/=.*/, '')))
