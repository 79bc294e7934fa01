// Where somebody goes after signing in. The address comes from the query and is thus anybody's wish: only a path of this
// application is followed.

export const HOME = '/projects'
const HERE = 'https://kaiwa.invalid'

/** The address as a path of this application; null for whatever leads elsewhere. */
export const asPath = (redirect: string | null): URL | null => {
  if (redirect === null || !/^\/(?!\/)/.test(redirect)) return null
  // A backslash counts as a slash, and control characters vanish, when browsers read an address.
  if ([...redirect].some((character) => character === '\\' || character < ' ')) return null
  const url = URL.parse(redirect, HERE)
  return url?.origin === HERE ? url : null
}

/** The email that a redirect carries: with it an invitation says for whom it is. */
export const emailOfRedirect = (redirect: string | null): string | null =>
  asPath(redirect)?.searchParams.get('email') ?? null

/** The invitation to which a redirect leads: whoever registers on the way joins by it. */
export const invitationOfRedirect = (redirect: string | null): string | null => {
  const url = asPath(redirect)
  return url?.pathname === '/verify/join-project' ? url.searchParams.get('token') : null
}

/** The path to go to as `email`: the redirect, or the project list where it leads elsewhere or is for somebody else. */
export const destinationAfterLogin = (redirect: string | null, email: string): string => {
  const url = asPath(redirect)
  if (!url || /^\/login(\/|$)/.test(url.pathname)) return HOME
  const wanted = url.searchParams.get('email')
  if (wanted !== null && wanted.toLowerCase() !== email.toLowerCase()) return HOME
  return url.pathname + url.search + url.hash
}
