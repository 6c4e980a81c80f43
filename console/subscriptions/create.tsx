import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Currency } from '#contract/kit/money.ts'
import { readMerchant } from '#contract/merchants.ts'
import { readPrice } from '#contract/prices.ts'
import { createSubscription } from '#contract/subscriptions.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { currencyOf, environmentOf, useUser } from '#console/kit/auth/session.ts'
import { Missing } from '#console/kit/details/missing.tsx'
import { FormScreen } from '#console/kit/form/form-screen.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { ActingFor, InZone, useActingFor, useTimeZone } from '#console/kit/routing/acting-for.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'
import { useGo, useScreenSearch } from '#console/kit/routing/screen-link.tsx'
import { ofSubscriptions } from './calls.ts'
import { Preview } from './form/preview.tsx'
import {
  emptySubscription,
  missingOf,
  subscriptionBody,
  subscriptionField,
  type SubscriptionValues,
} from './form/subscription-form.ts'
import { SubscriptionInputs } from './form/subscription-inputs.tsx'

/** The form of a new subscription, of a price (`?price=`) or by a test clock (`?clock=`). */
export default function CreateSubscription(): ReactNode {
  const { merchant = '' } = useScreenSearch('createSubscription')
  return (
    <ActingFor merchant={merchant}>
      <OfMerchant />
    </ActingFor>
  )
}

/** The session knows the user's own merchant; one that is acted for is read first, and so is the price of the address. */
function OfMerchant(): ReactNode {
  const user = useUser()
  const { price: ref = '', clock = '' } = useScreenSearch('createSubscription')
  const acting = useActingFor() !== ''
  const own = useTimeZone()
  const read = useCall(readMerchant, {}, { enabled: acting })
  const price = useCall(readPrice, { path: { ref } }, { enabled: ref !== '' })
  const merchant = acting ? read.data : { currency: currencyOf(user), time_zone: own }
  if (!merchant || (ref && !price.data))
    return (
      <Screen name="createSubscription" back="subscriptions">
        <Unanswered query={merchant ? price : read} lines={10} missing={<Missing what="price" />} />
      </Screen>
    )
  return (
    <InZone timeZone={merchant.time_zone}>
      <NewSubscription currency={merchant.currency} clock={clock} {...(price.data ? { price: price.data } : {})} />
    </InZone>
  )
}

interface NewSubscriptionProps {
  currency: Currency
  clock: string
  price?: Parameters<typeof emptySubscription>[0]['price']
}
function NewSubscription({ currency, clock, price = null }: NewSubscriptionProps): ReactNode {
  const [initial] = useState(() => emptySubscription({ price, currency, clock, now: new Date() }))
  return <SubscriptionForm initial={initial} />
}

function SubscriptionForm({ initial }: { initial: SubscriptionValues }): ReactNode {
  const { t } = useTranslation()
  const user = useUser()
  const go = useGo()
  const merchant = useActingFor()
  const { form, onSubmit, pending, failure } = useCallForm(createSubscription, {
    initial,
    toBody: (values) =>
      subscriptionBody(values, { merchantKey: merchant || user.iamportKey, environment: environmentOf(user) }),
    fieldOf: subscriptionField,
    check: missingOf,
    refreshes: ofSubscriptions,
    onDone: ({ answer }) =>
      void go({ to: 'subscriptionDetails', search: { ref: answer.order_ref, ...(merchant ? { merchant } : {}) } }),
  })
  return (
    <FormScreen
      name="createSubscription"
      back="subscriptions"
      submit={t(($) => $.subscriptionForm.submit)}
      {...{ onSubmit, pending, failure }}
      aside={<Preview values={form.values} />}
    >
      <SubscriptionInputs form={form} />
    </FormScreen>
  )
}
