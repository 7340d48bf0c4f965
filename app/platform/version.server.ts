import packageJson from '../../package.json' with { type: 'json' }

/** The shop's version, as package.json and CHANGELOG.md name it. */
export const VERSION = packageJson.version
