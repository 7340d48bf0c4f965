/** service-worker.ts and all that it imports as the text of one script (vite.config.ts). */
declare module 'virtual:till-service-worker' {
  const script: string
  export default script
}
