import { lazy, useState } from 'react'
import type { ComponentType } from 'react'
import { loadTexts } from './i18n.ts'
import type { TextName } from './i18n.ts'

/** Requests the data that the page at a URL will show. */
export type Prefetch = (params: Readonly<Record<string, string | undefined>>, search: URLSearchParams) => Promise<void>
interface Loaded<P extends object> {
  default: ComponentType<P> & { prefetch?: Prefetch }
}
export interface LazyPage<P extends object = object> {
  Page: ComponentType<P>
  preload: () => Promise<Loaded<P>>
  /** Rendered immediately, until the page is loaded. */
  Skeleton?: ComponentType | undefined
}

/** A page loaded as a separate chunk with the texts of its domains; `preload` starts loading early. */
export function lazyPage<P extends object>(
  load: () => Promise<Loaded<P>>,
  texts: readonly TextName[] = [],
  Skeleton?: ComponentType,
): LazyPage<P> {
  let loading: Promise<Loaded<P>> | null = null
  let ready: ComponentType<P> | null = null
  const fetchAll = async (): Promise<Loaded<P>> => {
    const [page] = await Promise.all([load(), loadTexts(texts)])
    ready = page.default
    return page
  }
  const preload = (): Promise<Loaded<P>> => {
    loading ??= fetchAll().catch((error: unknown) => {
      // A failed load is not cached, so the next visit retries if the browser does.
      loading = null
      throw error
    })
    return loading
  }
  const Lazy = lazy(preload) as unknown as ComponentType<P>
  // A loaded page is rendered immediately. React.lazy would show the fallback first and keep it for a while to avoid
  // flicker.
  const Page = (props: P) => {
    const [Shown] = useState(() => ready ?? Lazy)
    return <Shown {...props} />
  }
  return { Page, preload, Skeleton }
}
