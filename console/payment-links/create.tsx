import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  createPaymentLink,
  listPaymentLinks,
  listPaymentLinkSources,
  readPaymentLink,
} from '#contract/payment-links.ts'
import { ActingFor, useActingFor } from '#console/kit/routing/acting-for.tsx'
import { FormScreen } from '#console/kit/form/form-screen.tsx'
import { Failed } from '#console/kit/list/list-screen.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'
import { useGo, useScreenSearch } from '#console/kit/routing/screen-link.tsx'
import { currencyOf, environmentOf, useUser } from '#console/kit/auth/session.ts'
import { LinesSkeleton } from '#console/kit/ui/skeletons.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { failureText } from '#console/kit/i18n/words.ts'
import { LinkFields } from './link-fields.tsx'
import { emptyLink, linkBody, linkField, linkLike, type LinkValues } from './link-form.ts'
import { Preview } from './preview.tsx'

/** The form of a new payment link, empty or filled from another link (`?duplicate=`). */
export default function CreatePaymentLink(): ReactNode {
  const { duplicate, merchant = '' } = useScreenSearch('createPaymentLink')
  const currency = currencyOf(useUser())
  const [empty] = useState(() => emptyLink({ currency, now: new Date() }))
  return (
    <ActingFor merchant={merchant}>
      {duplicate ? <Duplicate key={duplicate} of={duplicate} /> : <LinkForm initial={empty} />}
    </ActingFor>
  )
}

function Duplicate({ of }: { of: string }): ReactNode {
  const original = useCall(readPaymentLink, { path: { ref: of } })
  const [now] = useState(() => new Date())
  const ownLogo = useUser().merchant_logo
  if (original.data) return <LinkForm initial={linkLike(original.data, { now, ownLogo })} />
  return (
    <Screen name="createPaymentLink" back="paymentLinks">
      {original.error ? (
        <Failed
          error={failureText(original.error)}
          requestId={original.error.requestId}
          onRetry={() => void original.refetch()}
        />
      ) : (
        <LinesSkeleton lines={10} />
      )}
    </Screen>
  )
}

function LinkForm({ initial }: { initial: LinkValues }): ReactNode {
  const { t } = useTranslation()
  const user = useUser()
  const go = useGo()
  const merchant = useActingFor()
  const { form, onSubmit, pending, failure } = useCallForm(createPaymentLink, {
    initial,
    toBody: (values) =>
      linkBody(values, { merchantKey: merchant || user.iamportKey, environment: environmentOf(user) }),
    fieldOf: linkField,
    refreshes: [listPaymentLinks, listPaymentLinkSources],
    onDone: ({ answer }) =>
      void go({ to: 'paymentLinkDetails', search: { ref: answer.link_ref, ...(merchant ? { merchant } : {}) } }),
  })
  return (
    <FormScreen
      name="createPaymentLink"
      back="paymentLinks"
      submit={t(($) => $.paymentLinks.create)}
      {...{ onSubmit, pending, failure }}
      aside={<Preview values={form.values} />}
    >
      <LinkFields form={form} />
    </FormScreen>
  )
}
