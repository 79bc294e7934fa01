// Parameters of the provider's redirect.

export interface CallbackParameters {
  code: string
  state?: string
  iss?: string
}

/** The parameters for the server; null when the provider or the user refused. */
export function readCallbackParameters(search: URLSearchParams): CallbackParameters | null {
  const code = search.get('code')
  if (!code || search.has('error')) return null
  const [state, iss] = [search.get('state'), search.get('iss')]
  return { code, ...(state ? { state } : {}), ...(iss ? { iss } : {}) }
}

/** The page that signs in with them. */
export function callbackAddress(parameters: CallbackParameters): string {
  return `/login/google/callback?${new URLSearchParams({ ...parameters })}`
}
