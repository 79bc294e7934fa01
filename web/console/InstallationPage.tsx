import type { Part } from '@kaiwa/contract/console.ts'
import { Anchor, Progress, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { AccountArea } from '../accounts/mypage/AccountArea.tsx'
import { installationQuery } from '../platform/installation-query.ts'
import { FailedState } from '../ui/FailedState.tsx'
import { Loading } from '../ui/Loading.tsx'
import styles from './InstallationPage.module.css'
import { summarise } from './installation-summary.ts'

function PartRow({ part: { kind, state, label, languages, reason, progress } }: { part: Part }) {
  const { t, i18n } = useTranslation('console')
  const known = (code: string): code is 'ja' => i18n.exists(`console:languages.${code}`)
  const spoken = languages.filter(known).map((code) => t(`languages.${code}`))
  return (
    <li className={styles.part}>
      <div className={styles.head}>
        <strong>{label}</strong>
        <span className={styles.kind}>{[t(`kinds.${kind}`), ...spoken].join(t('separator'))}</span>
        <span className={styles.state} data-state={state}>
          {t(`states.${state}`)}
        </span>
      </div>
      {reason !== null && (
        <Text size="sm">
          {t(`reasons.${reason}`)}{' '}
          {reason === 'mail.kept-here' && (
            <Anchor href={`/dev/mail?locale=${i18n.language}`} inherit underline="always">
              {t('mailbox')}
            </Anchor>
          )}
        </Text>
      )}
      {progress !== null && <Progress value={progress * 100} aria-label={label} />}
    </li>
  )
}

function Parts({ title, parts }: { title: string; parts: readonly Part[] }) {
  const { t } = useTranslation('console')
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <Title order={2} size="h4" id={id} mb="xs">
        {title}
      </Title>
      {parts.length === 0 ? (
        <Text>{t('none')}</Text>
      ) : (
        <ul className={styles.parts}>
          {parts.map((part) => (
            <PartRow key={part.id} part={part} />
          ))}
        </ul>
      )}
    </section>
  )
}

/** /mypage/installation: what is on, what is off, and how to turn it on. */
function InstallationPage() {
  const { t } = useTranslation('console')
  const { data, error, refetch } = useQuery(installationQuery)
  const summary = data?.parts && summarise(data.parts)
  return (
    <AccountArea title={t('title')}>
      {summary ? (
        <>
          <Text c="dimmed">{t('intro')}</Text>
          {summary.failure !== null && <Text role="alert">{t(summary.failure)}</Text>}
          <Parts title={t('on')} parts={summary.on} />
          {/* Before a worker has reported, it is not known what is missing. */}
          {(summary.off.length > 0 || summary.failure === null) && <Parts title={t('off')} parts={summary.off} />}
        </>
      ) : error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </AccountArea>
  )
}

export default InstallationPage
