// Redirects of the router on the browser's own history, whose address is set back behind each test.
import { useEffect, useLayoutEffect, useRef } from 'react'
import { Link, Navigate, Route, Routes, useLocation, useNavigate, useSearchParams } from 'react-router'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { GuardedRouter } from './GuardedRouter.tsx'
import { guardedHistory } from './guarded-history.ts'

const address = location.href
beforeEach(() => guardedHistory.push('/from'))
afterEach(() => history.replaceState(null, '', address))

function Address() {
  const { pathname, search } = useLocation()
  return <output>{pathname + search}</output>
}

/** Presses the link in the commit that shows the redirect, before the effects of that commit run. */
function Press() {
  const link = useRef<HTMLAnchorElement>(null)
  useLayoutEffect(() => link.current?.click(), [])
  return (
    <Link ref={link} to="/wanted">
      wanted
    </Link>
  )
}

function open(element: React.ReactNode) {
  return render(
    <GuardedRouter>
      <Address />
      <Routes>
        <Route path="/from" element={<Link to="/area">area</Link>} />
        <Route path="/area" element={element} />
        <Route path="*" element={null} />
      </Routes>
    </GuardedRouter>,
  )
}

it('follows a redirect, which leaves no entry in the history', async () => {
  await open(<Navigate to="/area/first" replace />)
  await page.getByText('area').click()
  await expect.element(page.getByText('/area/first')).toBeVisible()
  history.back()
  await expect.element(page.getByText('/from')).toBeVisible()
})

it('keeps a link that is pressed in the moment in which a redirect is rendered', async () => {
  await open(
    <>
      <Press />
      <Navigate to="/area/first" replace />
    </>,
  )
  await page.getByText('area').click()
  await expect.element(page.getByText('/wanted')).toBeVisible()
  expect(location.pathname).toBe('/wanted')
})

/** Navigates when its answer arrives, as a page does that a mail leads to. */
function LateRedirect({ answer }: { answer: Promise<void> }) {
  const navigate = useNavigate()
  useEffect(() => void answer.then(() => navigate('/area/first', { replace: true })), [answer, navigate])
  return <Link to="/wanted">wanted</Link>
}

it('keeps a link that is pressed before a late answer redirects', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await open(<LateRedirect answer={promise} />)
  await page.getByText('area').click()
  await page.getByText('wanted').click()
  await expect.element(page.getByText('/wanted')).toBeVisible()
  resolve()
  await promise
  await new Promise(requestAnimationFrame)
  expect(location.pathname).toBe('/wanted')
})

/** Removes two parameters of the address one after another, as two parts of a page do. */
function Cleaner() {
  const [search, setSearch] = useSearchParams()
  useEffect(() => {
    for (const key of ['a', 'b']) {
      if (!search.has(key)) continue
      search.delete(key)
      setSearch(search, { replace: true })
    }
  }, [search, setSearch])
  return null
}

it('applies two replacements of one page', async () => {
  guardedHistory.push('/area?a=1&b=2&c=3')
  await open(<Cleaner />)
  await expect.element(page.getByText('/area?c=3')).toBeVisible()
})
