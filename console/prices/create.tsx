import type { UseQueryResult } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { createPrice, listPrices, readPrice } from '#contract/prices.ts'
import { readMerchant } from '#contract/merchants.ts'
import type { Currency } from '#contract/kit/money.ts'
import type { CallError } from '#console/kit/api/send-call.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { currencyOf, environmentOf, useUser } from '#console/kit/auth/session.ts'
import { Missing } from '#console/kit/details/missing.tsx'
import { FormScreen } from '#console/kit/form/form-screen.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { ActingFor, InZone, useActingFor, useTimeZone } from '#console/kit/routing/acting-for.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'
import { useGo, useScreenSearch } from '#console/kit/routing/screen-link.tsx'
import { emptyPrice, priceBody, priceLike, type PriceValues } from './price-form.ts'
import { PriceInputs } from './price-inputs.tsx'
import { Preview } from './preview.tsx'

/** The form of a new price, empty or filled from another (`?duplicate=`). */
export default function CreatePrice(): ReactNode {
  const { duplicate = '', merchant = '' } = useScreenSearch('createPrice')
  return (
    <ActingFor merchant={merchant}>
      <OfMerchant duplicate={duplicate} />
    </ActingFor>
  )
}

/** The session knows the user's own merchant; one that is acted for is read first. */
function OfMerchant({ duplicate }: { duplicate: string }): ReactNode {
  const user = useUser()
  const acting = useActingFor() !== ''
  const read = useCall(readMerchant, {}, { enabled: acting })
  const own = useTimeZone()
  const merchant = acting ? read.data : { currency: currencyOf(user), time_zone: own }
  if (!merchant) return <Waiting of={read} />
  return (
    <InZone timeZone={merchant.time_zone}>
      {duplicate ? <Duplicate key={duplicate} of={duplicate} /> : <Empty currency={merchant.currency} />}
    </InZone>
  )
}

function Empty({ currency }: { currency: Currency }): ReactNode {
  const [initial] = useState(() => emptyPrice({ currency, now: new Date() }))
  return <PriceForm initial={initial} />
}

function Duplicate({ of }: { of: string }): ReactNode {
  const original = useCall(readPrice, { path: { ref: of } })
  const [now] = useState(() => new Date())
  if (!original.data) return <Waiting of={original} />
  return <PriceForm initial={priceLike(original.data, now)} />
}

function Waiting({ of }: { of: UseQueryResult<unknown, CallError> }): ReactNode {
  return (
    <Screen name="createPrice" back="prices">
      <Unanswered query={of} lines={10} missing={<Missing what="price" />} />
    </Screen>
  )
}

function PriceForm({ initial }: { initial: PriceValues }): ReactNode {
  const { t } = useTranslation()
  const user = useUser()
  const go = useGo()
  const merchant = useActingFor()
  const { form, onSubmit, pending, failure } = useCallForm(createPrice, {
    initial,
    toBody: (values) =>
      priceBody(values, { merchantKey: merchant || user.iamportKey, environment: environmentOf(user) }),
    check: ({ plan_type: type, amount, frequency }) => [
      ...(type === 'REGULAR' && !amount.trim() ? [{ path: 'amount', reason: 'required', text: '' }] : []),
      ...(type === 'REGULAR' && !frequency.trim() ? [{ path: 'frequency', reason: 'required', text: '' }] : []),
    ],
    refreshes: [listPrices],
    onDone: ({ answer }) =>
      void go({ to: 'priceDetails', search: { ref: answer.order_ref, ...(merchant ? { merchant } : {}) } }),
  })
  return (
    <FormScreen
      name="createPrice"
      back="prices"
      submit={t(($) => $.prices.createSubmit)}
      {...{ onSubmit, pending, failure }}
      aside={<Preview form={form} />}
    >
      <PriceInputs form={form} />
    </FormScreen>
  )
}
