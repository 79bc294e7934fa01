// The version of the program: the page contains the version of its build, and `/version.json` returns that of the server.

/** The version of this page; empty in development. */
export function pageVersion(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="kaiwa-version"]')?.content ?? ''
}

/** The version that the server serves; null when it cannot be reached. */
export async function serverVersion(): Promise<string | null> {
  try {
    const response = await fetch('/version.json', { cache: 'no-store', credentials: 'omit' })
    const answer: unknown = response.ok ? await response.json() : null
    return typeof answer === 'object' && answer !== null && 'version' in answer ? String(answer.version) : null
  } catch {
    return null
  }
}

/** The service worker shows this page because the server cannot be reached. */
export function isOfflinePage(): boolean {
  return document.querySelector('meta[name="kaiwa-offline"]') !== null
}
