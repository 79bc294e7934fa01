import { Button } from '@mantine/core'
import type { ButtonProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { clientConfigQuery } from '../platform/client-config.ts'
import { SUPPORT_URL } from './links.ts'

/** Links to the operator's inquiry page, or to the support page of the guide; `children` replaces its text. */
export function InquiryButton({ children, ...props }: ButtonProps) {
  const { t } = useTranslation()
  const { data } = useQuery(clientConfigQuery)
  if (!data?.inquiry_url)
    return (
      <Button component={Link} to={SUPPORT_URL} variant="default" {...props}>
        {children ?? t('inquire')}
      </Button>
    )
  return (
    <Button component="a" href={data.inquiry_url} target="_blank" rel="noreferrer" variant="default" {...props}>
      {children ?? t('inquire')}
    </Button>
  )
}
