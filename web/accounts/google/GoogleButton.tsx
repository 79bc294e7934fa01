import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { call } from '../../platform/call.ts'
import { clientConfigQuery } from '../../platform/client-config.ts'
import { isDesktopApp } from '../../platform/desktop.ts'
import { toast } from '../../platform/toasts.ts'
import { GoogleMark } from './GoogleMark.tsx'
import { storeRedirect } from './stored-redirect.ts'

/** Signs in or registers with Google or another configured provider; hidden when no provider is configured. */
export function GoogleButton({ to }: { to: 'login' | 'register' }) {
  const { t } = useTranslation('accounts')
  const [search] = useSearchParams()
  const name = useQuery(clientConfigQuery).data?.google?.name
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('getGoogleUrl', { query: { is_app: isDesktopApp() ? '1' : '0' } }),
    onSuccess: ({ url }) => {
      if (isDesktopApp()) globalThis.open(url, '_blank', 'noopener')
      else {
        storeRedirect(search.get('redirect'))
        globalThis.location.assign(url)
      }
    },
    onError: () => toast.error(t('googleFailed', { name: name ?? '' })),
  })
  if (name === undefined) return null
  return (
    <Button
      variant="default"
      fullWidth
      mt="sm"
      leftSection={name === 'Google' ? <GoogleMark /> : undefined}
      loading={isPending}
      onClick={() => mutate()}
    >
      {t(to === 'login' ? 'login.byGoogle' : 'register.byGoogle', { name })}
    </Button>
  )
}
