import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PayoutDetails } from '#contract/payout-shapes.ts'
import { editPayout, readPayout } from '#contract/payouts.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { environmentOf, signingKey, useUser } from '#console/kit/auth/session.ts'
import { Missing } from '#console/kit/details/missing.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { ActingFor, useActingFor } from '#console/kit/routing/acting-for.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'
import { useGo, useScreenSearch } from '#console/kit/routing/screen-link.tsx'
import { Notice } from '#console/kit/ui/notice.tsx'
import { ofPayouts } from './calls.ts'
import { missingIn, payoutField, payoutLike, signedBody, wishOf } from './form/payout-form.ts'
import { PayoutFormScreen } from './form/payout-form-screen.tsx'

/** The form of a payout that has not been approved (`?ref=`). */
export default function UpdatePayout(): ReactNode {
  const { ref = '', merchant = '' } = useScreenSearch('updatePayout')
  return (
    <ActingFor merchant={merchant}>
      <Read key={ref} txnRef={ref} />
    </ActingFor>
  )
}

function Read({ txnRef: ref }: { txnRef: string }): ReactNode {
  const { t } = useTranslation()
  const environment = environmentOf(useUser())
  const payout = useCall(readPayout, { path: { ref }, body: { environment } }, { enabled: ref !== '' })
  if (payout.data?.may.edit) return <EditForm payout={payout.data} />
  return (
    <Screen name="updatePayout" back="managePayouts" backSearch={{ ref }}>
      {payout.data ? (
        <Notice>{t(($) => $.payoutForm.notEditable)}</Notice>
      ) : (
        <Unanswered query={payout} lines={10} missing={<Missing what="payout" />} absent={ref === ''} />
      )}
    </Screen>
  )
}

function EditForm({ payout }: { payout: PayoutDetails }): ReactNode {
  const { t } = useTranslation()
  const user = useUser()
  const go = useGo()
  const key = useActingFor() || user.iamportKey
  const environment = environmentOf(user)
  const { txn_ref: ref, revision } = payout
  const { merchant = '' } = useScreenSearch('updatePayout')
  const back = { ref, ...(merchant ? { merchant } : {}) }
  const callForm = useCallForm(editPayout, {
    initial: payoutLike(payout),
    toBody: (values) => ({ key, environment, txn_ref: ref, revision, txn_details: wishOf(values) }),
    fieldOf: payoutField,
    check: missingIn,
    sign: (body) => signedBody(body, { merchantKey: key, signingKey: signingKey() }),
    refreshes: ofPayouts,
    onDone: () => void go({ to: 'managePayouts', search: back }),
  })
  return (
    <PayoutFormScreen
      name="updatePayout"
      backSearch={back}
      submit={t(($) => $.payoutForm.save)}
      except={ref}
      {...callForm}
    />
  )
}
