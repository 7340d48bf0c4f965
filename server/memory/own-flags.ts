/**
 * Flags of ours for V8 without those that the operator's NODE_OPTIONS names: V8 takes the command line over it, and a
 * big shop may need more. Node reads `_` for `-` in them. Whoever limits the whole heap limits the old space with it.
 */
export function withoutNamed(flags: readonly string[], nodeOptions = '') {
  const given = nodeOptions.replaceAll('_', '-').replace('--max-heap-size', '--max-old-space-size')
  return flags.filter((flag) => !given.includes(flag.replace(/=.*/, '')))
}
