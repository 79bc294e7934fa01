// Parameters of the provider's redirect.

export type CallbackParameters = { code: string; state?: string; iss?: string }

/** The parameters for the server; null when the provider or the user refused. */
export const readCallbackParameters = (search: URLSearchParams): CallbackParameters | null => {
  const code = search.get('code')
  if (!code || search.has('error')) return null
  const [state, iss] = [search.get('state'), search.get('iss')]
  return { code, ...(state ? { state } : {}), ...(iss ? { iss } : {}) }
}

/** The URL with which the operating system opens the desktop app. */
export const appLink = (parameters: CallbackParameters): string =>
  `kaiwa://login/google?${new URLSearchParams(parameters)}`
