import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallForm } from '#console/kit/form/use-call-form.ts'
import { FormScreen } from '#console/kit/form/form-screen.tsx'
import { NeedsFactor } from '#console/kit/auth/needs-factor.tsx'
import { PayoutInputs } from './inputs.tsx'
import type { PayoutValues } from './payout-form.ts'
import { Quote } from './quote.tsx'

interface PayoutFormScreenProps extends CallForm<PayoutValues> {
  name: 'createPayout' | 'updatePayout'
  backSearch?: object
  submit: string
  /** The payout that is edited, which repeats nothing. */
  except?: string
}

/** The form of a payout, with what it comes to beside it. */
export function PayoutFormScreen({ name, backSearch = {}, submit, except = '', ...callForm }: PayoutFormScreenProps): ReactNode {
  const { t } = useTranslation()
  const { form, onSubmit, pending, failure } = callForm
  return (
    <FormScreen
      name={name}
      back="managePayouts"
      backSearch={backSearch}
      rule="payoutMakers"
      submit={submit}
      {...{ onSubmit, pending, failure }}
      head={<NeedsFactor />}
      aside={<Quote form={form} except={except} />}
      below={name === 'updatePayout' && <p>{t(($) => $.payoutForm.editText)}</p>}
    >
      <PayoutInputs form={form} />
    </FormScreen>
  )
} // prettier-ignore
