/** The bundled text of service-worker.ts with all that it imports, as one script (vite.config.ts). */
declare module 'virtual:till-service-worker' {
  const script: string
  export default script
}
