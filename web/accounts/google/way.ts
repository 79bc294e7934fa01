// Where somebody wanted to go, kept by this tab while it is away at the provider.
const KEY = 'kaiwa.way'

export const rememberWay = (redirect: string | null): void => {
  if (redirect === null) sessionStorage.removeItem(KEY)
  else sessionStorage.setItem(KEY, redirect)
}

/** The redirect as it came, to be judged like any other; null where there was none. */
export const rememberedWay = (): string | null => sessionStorage.getItem(KEY)
