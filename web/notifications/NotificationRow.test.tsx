import { expect, it } from 'vitest'
import { render } from '../test/render.tsx'
import { NotificationRow } from './NotificationRow.tsx'
import { aboutFile, aboutFolder } from './test/notification.ts'

function rowOf(notification: Parameters<typeof NotificationRow>[0]['notification'], locale: 'ja' | 'en' = 'ja') {
  return render(
    <NotificationRow notification={notification} isFresh={false} isBusy={false} onOpen={() => undefined} />,
    {
      locale,
      texts: ['common', 'notifications', 'workspace'],
    },
  )
}

it('NOTI-14 shows a thumbnail of 88 by 54 px for a recording, and other pictures in the same size', async () => {
  expect(await rowOf(aboutFile())).toMatch(/<img[^>]+width="88" height="54"/)
  for (const one of [aboutFolder(), aboutFile({}, { thumbnail: null, thumbnail_kind: 'is_audio' })])
    expect(await rowOf(one)).toContain('style="width:88px;height:54px"')
})

it('NOTI-12 truncates a long text and shows all of it as tooltip', async () => {
  const item = { ...aboutFolder().item, name: '定例'.repeat(60) }
  const html = await rowOf(aboutFolder({ item }))
  const [, shown] = />([^<]*…)</.exec(html) ?? []
  expect([...(shown ?? '')]).toHaveLength(100)
  expect(html).toContain(`title="佐藤 恵さんが「${item.name}」を共有しました"`)
})

it('names are shown literally, without markup or placeholders', async () => {
  const name = '<b>$t(title)</b>{user}'
  const html = await rowOf(aboutFolder({ item: { ...aboutFolder().item, name } }), 'en')
  expect(html).toContain('佐藤 恵 shared “&lt;b&gt;$t(title)&lt;/b&gt;{user}” with you')
})

it('NOTI-06 offers to join for a pending invitation', async () => {
  expect(await rowOf(aboutFolder({ metadata: { joined: false } }))).toContain('参加する')
  expect(await rowOf(aboutFolder())).not.toContain('参加する')
})
