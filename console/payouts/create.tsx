import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { createPayout } from '#contract/payouts.ts'
import { environmentOf, signingKey, useUser } from '#console/kit/auth/session.ts'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { useActingFor } from '#console/kit/routing/acting-for.tsx'
import { useGo, useScreenSearch } from '#console/kit/routing/screen-link.tsx'
import { ofPayouts } from './calls.ts'
import { emptyPayout, missingIn, payoutField, signedBody, wishOf } from './form/payout-form.ts'
import { PayoutFormScreen } from './form/payout-form-screen.tsx'

/** The form of a new payout, of an account (`?va=`) or to a beneficiary (`?beneficiary=`). */
export default function CreatePayout(): ReactNode {
  const { t } = useTranslation()
  const user = useUser()
  const go = useGo()
  const { va = '', beneficiary = '', account = '' } = useScreenSearch('createPayout')
  const key = useActingFor() || user.iamportKey
  const environment = environmentOf(user)
  const [initial] = useState(() =>
    emptyPayout({ account: va, beneficiary, beneficiaryAccount: account, now: new Date() }),
  )
  const callForm = useCallForm(createPayout, {
    initial,
    toBody: (values) => ({ key, environment, txn_details: wishOf(values) }),
    fieldOf: payoutField,
    check: missingIn,
    sign: (body) => signedBody(body, { merchantKey: key, signingKey: signingKey() }),
    refreshes: ofPayouts,
    onDone: ({ answer: [first] }) => void go({ to: 'managePayouts', search: first ? { ref: first.txn_ref } : {} }),
  })
  return <PayoutFormScreen name="createPayout" submit={t(($) => $.payoutForm.create)} {...callForm} />
}
