import { lazy } from 'react'
import type { ComponentType } from 'react'
import { addTexts } from './i18n.ts'
import type { TextModule } from './i18n.ts'

type Loaded = { default: ComponentType }
export type LazyPage = { Page: ComponentType; preload: () => Promise<Loaded> }

/** A page that comes as its own file, together with the texts of its domains; `preload` starts fetching early. */
export const lazyPage = (
  load: () => Promise<Loaded>,
  texts: Readonly<Record<string, () => Promise<TextModule>>>,
): LazyPage => {
  let loading: Promise<Loaded> | null = null
  const fetchAll = async (): Promise<Loaded> => {
    const names = Object.keys(texts)
    const [page, ...modules] = await Promise.all([load(), ...Object.values(texts).map((fetchTexts) => fetchTexts())])
    for (const [index, module] of modules.entries()) addTexts(names[index] ?? '', module)
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
