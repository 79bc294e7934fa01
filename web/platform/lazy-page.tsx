import { lazy, useState } from 'react'
import type { ComponentType } from 'react'
import { loadTexts } from './i18n.ts'
import type { TextName } from './i18n.ts'

/** Asks the server for what the page at an address will show. */
export type Prefetch = (params: Readonly<Record<string, string | undefined>>, search: URLSearchParams) => Promise<void>
type Loaded<P extends object> = { default: ComponentType<P> & { prefetch?: Prefetch } }
export type LazyPage<P extends object = object> = { Page: ComponentType<P>; preload: () => Promise<Loaded<P>> }

/** A page that comes as its own file, together with the texts of its domains; `preload` starts fetching early. */
export const lazyPage = <P extends object>(
  load: () => Promise<Loaded<P>>,
  texts: readonly TextName[] = [],
): LazyPage<P> => {
  let loading: Promise<Loaded<P>> | null = null
  let ready: ComponentType<P> | null = null
  const fetchAll = async (): Promise<Loaded<P>> => {
    const [page] = await Promise.all([load(), loadTexts(texts)])
    ready = page.default
    return page
  }
  const preload = (): Promise<Loaded<P>> => {
    loading ??= fetchAll().catch((error: unknown) => {
      // The next visit tries again, where the browser does.
      loading = null
      throw error
    })
    return loading
  }
  const Coming = lazy(preload) as unknown as ComponentType<P>
  // What is there is shown at once: React would show the fallback first, and then keep it for a while so that it does not
  // flicker.
  const Page = (props: P) => {
    const [Shown] = useState(() => ready ?? Coming)
    return <Shown {...props} />
  }
  return { Page, preload }
}
