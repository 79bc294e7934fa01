import { lazy } from 'react'
import type { ComponentType } from 'react'
import { loadTexts } from './i18n.ts'
import type { TextName } from './i18n.ts'

type Loaded = { default: ComponentType }
export type LazyPage = { Page: ComponentType; preload: () => Promise<Loaded> }

/** A page that comes as its own file, together with the texts of its domains; `preload` starts fetching early. */
export const lazyPage = (load: () => Promise<Loaded>, texts: readonly TextName[]): LazyPage => {
  let loading: Promise<Loaded> | null = null
  const fetchAll = async (): Promise<Loaded> => {
    const [page] = await Promise.all([load(), loadTexts(texts)])
    return page
  }
  const preload = (): Promise<Loaded> => {
    loading ??= fetchAll().catch((error: unknown) => {
      // The next visit tries again: the network may be back.
      loading = null
      throw error
    })
    return loading
  }
  return { Page: lazy(preload), preload }
}
