import { LIMITS } from '@kaiwa/contract/limits.ts'
import { showValue } from '@kaiwa/deals/show-value.ts'
import { Button, Loader } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { memo, type UIEvent, useCallback, useEffect, useId, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../platform/dates.ts'
import { currentLanguage } from '../../platform/i18n.ts'
import { Loading } from '../../ui/Loading.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { HubspotNotice } from '../HubspotNotice.tsx'
import { type Deals, dealsQuery, isRefused, type Master } from '../queries.ts'
import { settingsOf } from '../use-value-text.ts'
import { ChoiceRow } from './ChoiceRow.tsx'
import { Column } from './Column.tsx'
import styles from './Column.module.css'
import type { ChosenDeal } from './chosen-deal.ts'
import type { DealDialogState } from './use-deal-dialog.ts'

/** Pixels from the end of the list at which the next page is requested. */
const NEAR_END = 400

type ListedDeal = Deals['data'][number]

/** Labels of the portal for the facts of a deal, looked up once for all rows. */
function useDealTexts(master: Master | undefined) {
  return useMemo(() => {
    const stages = new Map(
      (master?.pipelines ?? []).flatMap(({ id, stages: ofPipeline }) =>
        ofPipeline.map((stage) => [`${id} ${stage.id}`, stage.label] as const),
      ),
    )
    const amount = master?.properties.find(({ name }) => name === 'amount')
    const settings = master ? settingsOf(master) : null
    return {
      stage: ({ pipeline, dealstage }: ListedDeal) => stages.get(`${pipeline} ${dealstage}`) ?? null,
      amount: (deal: ListedDeal) =>
        deal.amount !== null && amount && settings
          ? showValue(amount, settings, deal.amount, currentLanguage())
          : deal.amount,
    }
  }, [master])
}

interface RowProps {
  /** Name of the radio group. */
  name: string
  deal: ListedDeal
  texts: ReturnType<typeof useDealTexts>
  isChosen: boolean
  /** The same function at every rendering, so that a change renders one row of many. */
  onChoose: (deal: ListedDeal) => void
}

const DealRow = memo(({ name, deal, texts, isChosen, onChoose }: RowProps) => {
  const stage = texts.stage(deal)
  const amount = texts.amount(deal)
  return (
    <ChoiceRow name={name} isChosen={isChosen} onChoose={() => onChoose(deal)}>
      <span>{deal.name}</span>
      <span className={styles.dealFacts}>
        {stage !== null && <span>{stage}</span>}
        {amount !== null && <span>{amount}</span>}
        <span>{formatDate(deal.updatedAt)}</span>
      </span>
    </ChoiceRow>
  )
})

interface ListProps {
  dialog: DealDialogState
  fileId: number
  onChoose: (deal: ChosenDeal) => void
}

function DealList({ dialog, fileId, onChoose }: ListProps) {
  const { t } = useTranslation('crm')
  const name = useId()
  const { filter, chosen, master } = dialog
  const deals = useInfiniteQuery(dealsQuery(fileId, filter))
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = deals
  const texts = useDealTexts(master.data)
  const rows = useMemo(() => data?.pages.flatMap((page) => page.data) ?? [], [data])
  const latest = useRef(onChoose)
  useEffect(() => {
    latest.current = onChoose
  })
  const handleChoose = useCallback((deal: ListedDeal) => latest.current({ id: deal.id, name: deal.name }), [])
  const handleScroll = ({ currentTarget: list }: UIEvent<HTMLElement>) => {
    const left = list.scrollHeight - list.scrollTop - list.clientHeight
    if (left < NEAR_END && hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }
  // After the end of the connection or of the right, what was listed before is not shown.
  if (!data || isRefused(deals.error))
    return deals.error || deals.failureReason ? <HubspotNotice {...deals} /> : <Loading />
  const { total, is_more: isMore } = data.pages[0]!
  // A merged deal answers under another id.
  const chosenId = dialog.deal.data?.id ?? chosen?.id ?? null
  const isListed = chosenId === null || rows.some(({ id }) => id === chosenId)
  return (
    <>
      <output className={styles.count}>
        {t(isMore ? 'dialog.dealCountMore' : 'dialog.dealCount', { count: total })}
      </output>
      <div className={styles.list} role="radiogroup" aria-label={t('dialog.deal')} onScroll={handleScroll}>
        {!isListed && (
          <ChoiceRow name={name} isChosen onChoose={() => undefined}>
            {dialog.deal.data?.name ?? chosen?.name}
          </ChoiceRow>
        )}
        {rows.map((deal) => (
          <DealRow
            key={deal.id}
            name={name}
            deal={deal}
            texts={texts}
            isChosen={deal.id === chosenId}
            onChoose={handleChoose}
          />
        ))}
        {rows.length === 0 && <p className={styles.hint}>{t('dialog.noDeals')}</p>}
        {deals.isFetchNextPageError && <HubspotNotice {...deals} refetch={fetchNextPage} />}
        {hasNextPage && !deals.isFetchNextPageError && (
          <Button
            variant="subtle"
            size="compact-md"
            fullWidth
            loading={isFetchingNextPage}
            onClick={() => void fetchNextPage()}
          >
            {t('dialog.moreDeals')}
          </Button>
        )}
        {isMore && !hasNextPage && (
          <p className={styles.hint}>{t('dialog.tooMany', { count: LIMITS.crmDealPages * LIMITS.crmDealsPerPage })}</p>
        )}
      </div>
    </>
  )
}

/** Deals of the stage whose names match, page by page (CRM-20). */
export function DealColumn({ isShown, ...props }: ListProps & { isShown: boolean }) {
  const { t } = useTranslation('crm')
  const { filter, setFilter, deal, chosen } = props.dialog
  return (
    <Column
      title={t('dialog.deal')}
      step="deal"
      isShown={isShown}
      aside={chosen !== null && deal.isFetching && <Loader size="xs" aria-hidden />}
    >
      <SearchBox
        label={t('dialog.searchDeal')}
        value={filter.query}
        onSearch={(query) => setFilter({ ...filter, query: query.slice(0, LIMITS.crmQueryLength) })}
      />
      <DealList {...props} />
    </Column>
  )
}
