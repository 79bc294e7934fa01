import { LIMITS } from '@kaiwa/contract/limits.ts'
import { showValue } from '@kaiwa/deals/show-value.ts'
import { Button, Loader } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type UIEvent, useId, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../platform/dates.ts'
import { currentLanguage } from '../../platform/i18n.ts'
import { Loading } from '../../ui/Loading.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { HubspotNotice } from '../HubspotNotice.tsx'
import { type Deals, dealsQuery, type Master } from '../queries.ts'
import { settingsOf } from '../use-value-text.ts'
import { ChoiceRow } from './ChoiceRow.tsx'
import { Column } from './Column.tsx'
import styles from './Dialog.module.css'
import type { ChosenDeal, DealDialogState } from './use-deal-dialog.ts'

/** Pixels from the end of the list at which the next page is requested. */
const NEAR_END = 400

type DealRow = Deals['data'][number]

function useStageNames(master: Master | undefined) {
  return useMemo(
    () =>
      new Map(
        (master?.pipelines ?? []).flatMap(({ id, stages }) =>
          stages.map((stage) => [`${id} ${stage.id}`, stage.label] as const),
        ),
      ),
    [master],
  )
}

function amountText(deal: DealRow, master: Master | undefined): string | null {
  const property = master?.properties.find(({ name }) => name === 'amount')
  if (deal.amount === null || !property || !master) return deal.amount
  return showValue(property, settingsOf(master), deal.amount, currentLanguage())
}

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
  const stages = useStageNames(master.data)
  const handleScroll = ({ currentTarget: list }: UIEvent<HTMLElement>) => {
    const left = list.scrollHeight - list.scrollTop - list.clientHeight
    if (left < NEAR_END && hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }
  if (!data) return deals.error || deals.failureReason ? <HubspotNotice {...deals} /> : <Loading />
  const rows = data.pages.flatMap((page) => page.data)
  const { total, is_more: isMore } = data.pages[0]!
  const isListed = chosen === null || rows.some(({ id }) => id === chosen.id)
  return (
    <>
      <output className={styles.count}>
        {t(isMore ? 'dialog.dealCountMore' : 'dialog.dealCount', { count: total })}
      </output>
      <div className={styles.list} role="radiogroup" aria-label={t('dialog.deal')} onScroll={handleScroll}>
        {!isListed && (
          <ChoiceRow name={name} isChosen onChoose={() => undefined}>
            {dialog.deal.data?.name ?? chosen.name}
          </ChoiceRow>
        )}
        {rows.map((deal) => (
          <ChoiceRow
            key={deal.id}
            name={name}
            isChosen={deal.id === chosen?.id}
            onChoose={() => onChoose({ id: deal.id, name: deal.name })}
          >
            <span>{deal.name}</span>
            <span className={styles.dealFacts}>
              {[
                stages.get(`${deal.pipeline} ${deal.dealstage}`),
                amountText(deal, master.data),
                formatDate(deal.updatedAt),
              ]
                .filter(Boolean)
                .map((fact) => (
                  <span key={fact}>{fact}</span>
                ))}
            </span>
          </ChoiceRow>
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
export function DealColumn(props: ListProps) {
  const { t } = useTranslation('crm')
  const { filter, setFilter, deal, chosen } = props.dialog
  return (
    <Column
      title={t('dialog.deal')}
      step="deal"
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
