import { NativeSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DecimalInput } from '#console/kit/form/decimal-input.tsx'
import { listPrices } from '#contract/prices.ts'
import { changeSubscription } from '#contract/subscription-changes.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { FormDialogue } from '#console/kit/form/form-dialogue.tsx'
import { RadioChoices } from '#console/kit/form/radio-choices.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { useCalendarWords } from '#console/kit/i18n/calendar.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { ofSubscriptions } from '../calls.ts'
import { priceLabel, pricesAtOnce } from '../price-label.ts'
import type { ActDialogueProps } from '../subscription-acts.tsx'
import { changeBody } from './change-body.ts'
import { ChangePreview } from './change-preview.tsx'

/** Another price or quantity, with what that comes to before it is done. */
export default function ChangeSubscription({ subscription, onClose }: ActDialogueProps): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const words = useCalendarWords()
  const { currency, price_order_ref: current } = subscription
  const prices = useCall(listPrices, {
    body: { pagesize: pricesAtOnce, filters: { status: 'active', plan_type: 'REGULAR', currency } },
  })
  const callForm = useCallForm(changeSubscription, {
    initial: { price: current, quantity: String(subscription.quantity), when: 'now' as 'now' | 'at_next_period' },
    path: { ref: subscription.order_ref },
    toBody: (values) => changeBody(values, subscription) ?? {},
    check: (values) => (changeBody(values, subscription) ? [] : [{ path: 'quantity', reason: 'nothing_changed', text: '' }]),
    fieldOf: (path) => (path === 'price_order_ref' ? 'price' : path),
    refreshes: ofSubscriptions,
    onDone: onClose,
  })
  const { form } = callForm
  const others = (prices.data?.content ?? []).filter(({ order_ref: ref }) => ref !== current)
  return (
    <FormDialogue
      {...callForm}
      size="lg"
      title={t(($) => $.subscriptions.changeTitle)}
      submit={t(($) => $.subscriptions.acts.change)}
      onClose={onClose}
    >
      <NativeSelect
        label={t(($) => $.subscriptions.price)}
        data={[
          { value: current, label: t(($) => $.subscriptions.samePrice, { name: subscription.price_name || current }) },
          ...others.map((price) => ({ value: price.order_ref, label: priceLabel(price, { language, words }) })),
        ]}
        {...form.getInputProps('price')}
      />
      <DecimalInput
        label={t(($) => $.subscriptions.quantity)}
        decimals={0}
        {...form.getInputProps('quantity')}
      />
      <RadioChoices
        label={t(($) => $.subscriptions.changeWhen)}
        choices={[
          {
            value: 'now',
            label: t(($) => $.subscriptions.changeNow),
            description: t(($) => $.subscriptions.changeNowText),
          },
          {
            value: 'at_next_period',
            label: t(($) => $.subscriptions.changeNext),
            description: t(($) => $.subscriptions.changeNextText),
          },
        ]}
        {...form.getInputProps('when')}
      />
      <ChangePreview subscriptionRef={subscription.order_ref} body={changeBody(form.values, subscription)} />
    </FormDialogue>
  )
} // prettier-ignore
