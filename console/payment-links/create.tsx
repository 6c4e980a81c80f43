import type { UseQueryResult } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readMerchant } from '#contract/merchants.ts'
import {
  createPaymentLink,
  listPaymentLinks,
  listPaymentLinkSources,
  readPaymentLink,
} from '#contract/payment-links.ts'
import { ActingFor, useActingFor } from '#console/kit/routing/acting-for.tsx'
import { readGetStarted } from '#contract/get-started.ts'
import { FormScreen } from '#console/kit/form/form-screen.tsx'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { Missing } from '#console/kit/details/missing.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'
import { useGo, useScreenSearch } from '#console/kit/routing/screen-link.tsx'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import type { CallError } from '#console/kit/api/send-call.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { LinkFields } from './link-fields.tsx'
import { emptyLink, linkBody, linkField, linkLike, type LinkValues } from './link-form.ts'
import { ownPayee, payeeOf, type Payee } from './payee.ts'
import { Preview } from './preview.tsx'
import { Unpayable } from './unpayable.tsx'

/** The form of a new payment link, empty or filled from another link (`?duplicate=`). */
export default function CreatePaymentLink(): ReactNode {
  const { duplicate = '', merchant = '' } = useScreenSearch('createPaymentLink')
  return (
    <ActingFor merchant={merchant}>
      <ForPayee duplicate={duplicate} />
    </ActingFor>
  )
}

/** The session knows the user's own merchant; one that is acted for is read first. */
function ForPayee({ duplicate }: { duplicate: string }): ReactNode {
  const user = useUser()
  const acting = useActingFor() !== ''
  const read = useCall(readMerchant, {}, { enabled: acting })
  const payee = acting ? read.data && payeeOf(read.data) : ownPayee(user)
  if (!payee) return <Waiting of={read} />
  return duplicate ? <Duplicate key={duplicate} of={duplicate} payee={payee} /> : <EmptyForm payee={payee} />
}

function EmptyForm({ payee }: { payee: Payee }): ReactNode {
  const [initial] = useState(() => emptyLink({ currency: payee.currency, now: new Date() }))
  return <LinkForm initial={initial} payee={payee} />
}

function Duplicate({ of, payee }: { of: string; payee: Payee }): ReactNode {
  const original = useCall(readPaymentLink, { path: { ref: of } })
  const [now] = useState(() => new Date())
  if (!original.data) return <Waiting of={original} />
  return <LinkForm initial={linkLike(original.data, { now, ownLogo: payee.logo })} payee={payee} />
}

function Waiting({ of }: { of: UseQueryResult<unknown, CallError> }): ReactNode {
  return (
    <Screen name="createPaymentLink" back="paymentLinks">
      <Unanswered query={of} lines={10} missing={<Missing what="paymentLink" />} />
    </Screen>
  )
}

function LinkForm({ initial, payee }: { initial: LinkValues; payee: Payee }): ReactNode {
  const { t } = useTranslation()
  const user = useUser()
  const go = useGo()
  const merchant = useActingFor()
  const { form, onSubmit, pending, failure } = useCallForm(createPaymentLink, {
    initial,
    toBody: (values) =>
      linkBody(values, { merchantKey: merchant || user.iamportKey, environment: environmentOf(user) }),
    fieldOf: linkField,
    refreshes: [listPaymentLinks, listPaymentLinkSources, readGetStarted],
    onDone: ({ answer }) =>
      void go({ to: 'paymentLinkDetails', search: { ref: answer.link_ref, ...(merchant ? { merchant } : {}) } }),
  })
  const { amount, currency, country } = form.values
  return (
    <FormScreen
      name="createPaymentLink"
      back="paymentLinks"
      submit={t(($) => $.paymentLinks.create)}
      {...{ onSubmit, pending, failure }}
      aside={<Preview values={form.values} payee={payee} />}
    >
      <Unpayable {...{ amount, currency }} country={country ?? payee.country} />
      <LinkFields form={form} />
    </FormScreen>
  )
}
