import { isInstalledApp } from '../platform/installed-app.ts'

/**
 * Query of a resend call: the query string of the page with `is_app`, which is 1 for the companion app (AUTH-76, AUTH-77).
 */
export function resendQuery(search: URLSearchParams) {
  const isApp = search.get('is_app') ?? (isInstalledApp() ? '1' : '0')
  return { ...Object.fromEntries(search), is_app: isApp === '1' ? '1' : '0' } as const
}
