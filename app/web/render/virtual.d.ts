/** The bundled text of hero-before-scripts.ts with all that it imports, as one script (vite.config.ts). */
declare module 'virtual:hero-before-scripts' {
  const script: string
  export default script
}
