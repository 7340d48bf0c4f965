/** hero-before-scripts.ts and all that it imports as the text of one script (vite.config.ts). */
declare module 'virtual:hero-before-scripts' {
  const script: string
  export default script
}
