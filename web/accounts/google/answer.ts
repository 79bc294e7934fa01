// What a provider's answer carries in the address that it sends the browser to.

export type Answer = { code: string; state?: string; iss?: string }

/** The answer to be shown to the server; null where the provider, or the person there, said no. */
export const readAnswer = (search: URLSearchParams): Answer | null => {
  const code = search.get('code')
  if (!code || search.has('error')) return null
  const [state, iss] = [search.get('state'), search.get('iss')]
  return { code, ...(state ? { state } : {}), ...(iss ? { iss } : {}) }
}

/** What the operating system hands to the desktop app. */
export const appLink = (answer: Answer): string => `kaiwa://login/google?${new URLSearchParams(answer)}`
