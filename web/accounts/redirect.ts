// The page after sign-in. The URL comes from the query and is not trusted: only a path of this application is followed.

export const HOME = '/projects'
const HERE = 'https://kaiwa.invalid'

/** The redirect as a path of this application; null when it leads elsewhere. */
export function internalUrl(redirect: string | null): URL | null {
  if (redirect === null || !/^\/(?!\/)/.test(redirect)) return null
  // Browsers read a backslash as a slash and ignore control characters.
  if ([...redirect].some((character) => character === '\\' || character < ' ')) return null
  const url = URL.parse(redirect, HERE)
  // Dots can leave an empty first segment (`/..//host`), which links and browsers read as a host.
  return url?.origin === HERE && !url.pathname.startsWith('//') ? url : null
}

/** The email in a redirect; an invitation uses it to name its recipient. */
export function emailOfRedirect(redirect: string | null): string | null {
  return internalUrl(redirect)?.searchParams.get('email') ?? null
}

/** The invitation token in a redirect; registering with it accepts the invitation. */
export function invitationOfRedirect(redirect: string | null): string | null {
  const url = internalUrl(redirect)
  return url?.pathname === '/verify/join-project' ? url.searchParams.get('token') : null
}

/**
 * The path to open for the user `email`: the redirect, or the project list when it leads elsewhere or is for another
 * user.
 */
export function destinationAfterLogin(redirect: string | null, email: string): string {
  const url = internalUrl(redirect)
  if (!url || /^\/login(\/|$)/.test(url.pathname)) return HOME
  const wanted = url.searchParams.get('email')
  if (wanted !== null && wanted.toLowerCase() !== email.toLowerCase()) return HOME
  return url.pathname + url.search + url.hash
}
