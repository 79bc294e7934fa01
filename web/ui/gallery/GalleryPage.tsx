import '@mantine/core/styles/Divider.css'
import { Button, Divider, Group, NativeSelect, Stack, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { ApiError } from '../../platform/api-error.ts'
import { toast } from '../../platform/toasts.ts'
import { ConfirmDialog } from '../ConfirmDialog.tsx'
import { DisplaySwitches } from '../DisplaySwitches.tsx'
import { EmptyState } from '../EmptyState.tsx'
import { FailedState } from '../FailedState.tsx'
import { emailRule, nameRule, newPasswordRule } from '../form/rules.ts'
import { NewPasswordField } from '../form/NewPasswordField.tsx'
import { choiceRule, numberRule } from '../form/value-rules.ts'
import { useForm } from '../form/use-form.ts'
import { Loading } from '../Loading.tsx'
import { Logo } from '../Logo.tsx'
import { Paginator } from '../Paginator.tsx'
import { ResizeHandle } from '../ResizeHandle.tsx'

function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section aria-label={name}>
      <Title order={2} size="h5" mb="sm">
        {name}
      </Title>
      {children}
      <Divider mt="lg" />
    </section>
  )
}

function Fields() {
  const form = useForm(
    {
      name: { initial: '', rule: nameRule, label: '名前' },
      email: { initial: 'not-an-address', rule: emailRule, kind: 'email', label: 'メールアドレス' },
      password: { initial: 'Ab!', rule: newPasswordRule, kind: 'newPassword', label: 'パスワード' },
      count: { initial: '6', rule: numberRule(1, 5), label: '話者の人数' },
      plan: { initial: '', rule: choiceRule, label: 'プラン' },
    },
    async () => undefined,
    () => undefined,
  )
  return (
    <form onSubmit={form.handleSubmit} noValidate>
      <Stack maw={360}>
        <TextInput {...form.field('name')} withAsterisk />
        <TextInput {...form.field('email')} withAsterisk />
        <NewPasswordField {...form.field('password')} weakness="common" />
        <TextInput {...form.field('count')} inputMode="numeric" withAsterisk />
        <NativeSelect
          {...form.field('plan')}
          data={[{ value: '', label: '選択してください' }, 'Basic', 'Premium']}
          withAsterisk
        />
        <Group>
          <Button type="submit">Show problems</Button>
          <Button disabled={!form.canSubmit}>Submit</Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Every shared UI component in its states, for review and screenshots. */
function GalleryPage() {
  const [page, setPage] = useState(6)
  const [width, setWidth] = useState(240)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <main id="content" style={{ padding: '1.5rem', maxWidth: 960 }}>
      <Stack gap="lg">
        <Group justify="space-between">
          <Group gap="xs">
            <Logo />
            <Title order={1} size="h3">
              Gallery
            </Title>
          </Group>
          <DisplaySwitches />
        </Group>
        <Part name="Buttons">
          <Group>
            <Button>Filled</Button>
            <Button variant="light">Light</Button>
            <Button variant="default">Default</Button>
            <Button variant="subtle">Subtle</Button>
            <Button color="red">Danger</Button>
            <Button disabled>Disabled</Button>
            <Button loading>Loading</Button>
          </Group>
        </Part>
        <Part name="Fields">
          <Fields />
        </Part>
        <Part name="Toasts">
          <Group>
            <Button variant="default" onClick={() => toast.success('保存しました')}>
              Success
            </Button>
            <Button variant="default" onClick={() => toast.error('失敗しました')}>
              Error
            </Button>
            <Button variant="default" onClick={() => toast.info('お知らせがあります')}>
              Info
            </Button>
          </Group>
        </Part>
        <Part name="Paginator">
          <Paginator current={page} last={12} onChange={setPage} />
        </Part>
        <Part name="Resize handle">
          <div style={{ display: 'flex', height: 80 }}>
            <div style={{ width, background: 'var(--kaiwa-hover)' }} />
            <ResizeHandle label="Width" width={width} min={160} max={480} onChange={setWidth} />
          </div>
        </Part>
        <Part name="Empty">
          <EmptyState title="まだ何もありません" text="次にすることをここに書きます。">
            <Button variant="light">次にすること</Button>
          </EmptyState>
        </Part>
        <Part name="Failed">
          <FailedState error={new ApiError('OFFLINE', 0)} onRetry={() => undefined} />
        </Part>
        <Part name="Loading">
          <Loading />
        </Part>
        <Part name="Confirm dialog">
          <Button variant="default" onClick={() => setIsOpen(true)}>
            Open
          </Button>
          <ConfirmDialog
            opened={isOpen}
            title="削除しますか？"
            text="この操作は取り消せません。"
            confirmLabel="削除"
            danger
            onConfirm={() => setIsOpen(false)}
            onClose={() => setIsOpen(false)}
          />
        </Part>
      </Stack>
    </main>
  )
}

export default GalleryPage
