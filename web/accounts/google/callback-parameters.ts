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

/** The URL with which the operating system opens the desktop app. */
export function appLink(parameters: CallbackParameters): string {
  return `kaiwa://login/google?${new URLSearchParams({ ...parameters })}`
}
