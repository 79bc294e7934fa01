import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { beforeEach, expect, it } from 'vitest'
import { show } from '../test/show.tsx'
import { changeTexts } from './i18n.ts'

/** The functions with which an effect ran. */
let used: unknown[]
beforeEach(() => {
  used = []
})

function Part() {
  const { t } = useTranslation(['reports', 'analysis'])
  const common = useTranslation().t
  useEffect(() => {
    used.push(t)
  }, [t])
  return (
    <>
      <p>{t('playIn', { title: '初回', time: '01:01' })}</p>
      <p>{t('analysis:views.cloud')}</p>
      <p>{common('failed')}</p>
    </>
  )
}

it('translates by the first of several namespaces, and follows a change of the language', async () => {
  const screen = await show(<Part />, 'reports', 'analysis')
  const texts = () => [...screen.container.querySelectorAll('p')].map(({ textContent }) => textContent)
  expect(texts()).toEqual(['「初回」を01:01から再生', 'ワードクラウド', '失敗しました'])
  await changeTexts('en')
  await expect.poll(texts).toEqual(['Play “初回” from 01:01', 'Word cloud', 'Failed'])
})

it('keeps `t` while the language stays', async () => {
  const screen = await show(<Part />, 'reports', 'analysis')
  await screen.rerender(<Part />)
  expect(used).toHaveLength(1)
  await changeTexts('en')
  await expect.poll(() => used).toHaveLength(2)
})
