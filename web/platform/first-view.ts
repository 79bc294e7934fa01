// The first view: content that the server sends together with the page (`server/platform/http/first-view.ts`). It covers
// the app until the app shows the same content, another page, or an error.
import { useEffect, useState } from 'react'

/** Milliseconds after which the app is shown in any case. */
const MAX_SHOWN_MS = 10_000

export function removeFirstView(): void {
  document.querySelector('#first-view')?.remove()
}

/** Removes the first view when the user leaves the first page, and after ten seconds. */
export function useFirstView(pathname: string): void {
  const [first] = useState(pathname)
  useEffect(() => {
    const timer = setTimeout(removeFirstView, MAX_SHOWN_MS)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    if (pathname !== first) removeFirstView()
  }, [first, pathname])
}
