/**
 * Removes those of our V8 flags that the operator's NODE_OPTIONS set: V8 prefers the command line, and a big shop may
 * need more memory. Node accepts `_` for `-` in flags. A limit for the whole heap limits the old space, too.
 */
export function withoutNamed(flags: readonly string[], nodeOptions = '') {
  const given = nodeOptions.replaceAll('_', '-').replace('--max-heap-size', '--max-old-space-size')
  return flags.filter((flag) => !given.includes(flag.replace(/=.*/, '')))
}
