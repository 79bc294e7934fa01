import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, it } from 'vitest'
import { clientConfigQuery } from '../platform/client-config.ts'
import { queryClient } from '../platform/query-client.ts'
import { show } from '../test/show.tsx'
import { KeptMailLink } from './KeptMailLink.tsx'

afterEach(() => queryClient.clear())

function open(keepsMails: boolean) {
  queryClient.setQueryData(clientConfigQuery.queryKey, { keeps_mails: keepsMails } as never)
  return show(
    <QueryClientProvider client={queryClient}>
      <KeptMailLink />
    </QueryClientProvider>,
  )
}

it('leads to the mails of an installation that sends none, in the language of the page', async () => {
  const screen = await open(true)
  const link = screen.getByRole('link', { name: '届いたメールを見る' })
  await expect.element(link).toHaveAttribute('href', '/dev/mail?locale=ja')
})

it('is absent where mails are sent', async () => {
  const screen = await open(false)
  expect(screen.getByRole('link').elements()).toEqual([])
})
