import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column } from '#contract/kit/columns.ts'
import { exportPageTransactions, listPageTransactions, type PagePayment } from '#contract/page-orders.ts'
import { pagePaymentList } from '#contract/payment-page-list.ts'
import type { PaymentPage } from '#contract/payment-pages.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import type { CallInput } from '#console/kit/api/send-call.ts'
import { useUser } from '#console/kit/auth/session.ts'
import { Nothing, Who } from '#console/kit/details/values.tsx'
import { ExportButton } from '#console/kit/list/export-button.tsx'
import { Empty } from '#console/kit/list/unanswered.tsx'
import { isNarrowed, listBody } from '#console/kit/list/list-state.ts'
import { ListWithin } from '#console/kit/list/list-within.tsx'
import list from '#console/kit/list/list.module.css'
import { useListWithin } from '#console/kit/list/use-list-within.ts'
import { useActingFor } from '#console/kit/routing/acting-for.tsx'
import { useGo, useScreenSearch, type RawSearch } from '#console/kit/routing/screen-link.tsx'
import { AnswerFilter } from './answer-filter.tsx'
import { Counted } from './counted.tsx'
import { answerText, columnOf, readAnswer, writeAnswer, type Answer } from './answers.ts'

/** The payments of a page with what was ordered and answered; a column for each field that the page ever asked. */
export function PagePayments({ page }: { page: PaymentPage }): ReactNode {
  const { t } = useTranslation()
  const { time_zone } = useUser()
  const { ref: _, merchant: __, tab: ___, answer: answered, ...raw } = useScreenSearch('paymentPageDetails')
  const acting = useActingFor()
  const goTo = useGo()
  const answer = readAnswer(answered)
  const whose = acting ? { merchant: acting } : {}
  const go = (search: RawSearch, asked: Answer | undefined, { replace = false } = {}) =>
    void goTo({
      to: 'paymentPageDetails',
      search: {
        ref: page.page_ref,
        ...whose,
        tab: 'transactions',
        ...(asked ? { answer: writeAnswer(asked) } : {}),
        ...search,
      },
      replace,
    })
  const of = useListWithin(pagePaymentList, raw, (search, options) => go(search, answer, options))
  const { state, written } = of
  const found = useCall(
    listPageTransactions,
    {
      path: { pageRef: page.page_ref },
      body: { ...listBody(pagePaymentList, state, time_zone), ...(answer ? { answer } : {}) },
    } as CallInput<typeof listPageTransactions>,
    { keepPrevious: true },
  )
  const fields = found.data?.fields ?? []
  const payments = found.data?.transactions
  const yes = t(($) => $.paymentPages.ticked)
  const columns: [string, Column][] = [
    ...Object.entries<Column>(pagePaymentList.columns).filter(([, { shown }]) => shown),
    // Shown below a row of two lines as well, since it is what this list is for.
    ...fields.map(({ id }): [string, Column] => [columnOf(id), { kind: 'text' }]),
  ]
  const unused = payments?.content.length === 0 && !isNarrowed(state) && !answer && !state.cursor
  if (unused) return <Empty title={t(($) => $.paymentPages.unpaidTitle)} text={t(($) => $.paymentPages.unpaidText)} />
  return (
    <ListWithin
      list={{ ...pagePaymentList, columns: { ...pagePaymentList.columns, ...Object.fromEntries(columns) } }}
      {...{ columns, of, found }}
      page={payments}
      rowKey={(row: PagePayment) => row.order_ref}
      to={(row) => ({ to: 'paymentDetails', search: { order_ref: row.order_ref, ...whose } })}
      status="payment"
      cells={{
        quantity: (row) => (
          <Counted value={row.quantity} words={t(($) => $.paymentPages.unitsBought, { count: row.quantity })} />
        ),
        name: (row) => <Who name={row.name} email="" />,
        ...Object.fromEntries(
          fields.map(({ id }) => [
            columnOf(id),
            (row: PagePayment) => {
              const text = answerText(row, id, yes)
              return text ? <bdi>{text}</bdi> : <Nothing />
            },
          ]),
        ),
      }}
      titles={Object.fromEntries(fields.map(({ id, title }) => [columnOf(id), title]))}
      onClear={() => go(written({ filters: {}, search: '' }), undefined)}
    >
      {fields.length > 0 && (
        <AnswerFilter
          fields={fields}
          asked={page.custom_fields}
          value={answer}
          onChange={(next) => go(written({}), next)}
        />
      )}
      <span className={list['toolEnd']}>
        <ExportButton
          call={exportPageTransactions}
          path={{ pageRef: page.page_ref }}
          asked={answer ? { answer } : {}}
          state={state}
          columns={columns.filter(([name]) => name in pagePaymentList.columns)}
          list={pagePaymentList}
        />
      </span>
    </ListWithin>
  )
}
