import { Radio, Select, Textarea } from '@mantine/core'
import { useEffect, useState, type ReactNode, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#contract/limits.ts'
import { listPayments, readPayment, readWebhookData, type Payment } from '#contract/payments.ts'
import { createRefund, readRefunds, refundReasons, type RefundsOfPayment, type RefundType } from '#contract/refunds.ts'
import { ActingFor } from '#console/kit/routing/acting-for.tsx'
import { AmountInput, amountNumber } from '#console/kit/form/amount-input.tsx'
import { Confirm } from '#console/kit/ui/confirm.tsx'
import { Section } from '#console/kit/details/detail.tsx'
import { FormScreen, FormSection } from '#console/kit/form/form-screen.tsx'
import { Empty, Unanswered } from '#console/kit/list/unanswered.tsx'
import { Missing } from '#console/kit/details/missing.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'
import { ButtonLink, useGo, useScreenSearch } from '#console/kit/routing/screen-link.tsx'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { amountInText } from '#console/kit/details/values.tsx'
import { useLanguage, wireWord } from '#console/kit/i18n/words.ts'
import '#console/kit/form/radio-styles.ts'
import { PaymentHead } from './head.tsx'
import { RefundMeter } from './refund-meter.tsx'
import { RefundRows } from './refund-rows.tsx'
import { useFresh } from '#console/kit/api/use-fresh.ts'
import { noUnitsBack, UnitsBack, unitsBackBody, type UnitsBackValues } from './units-back.tsx'
import { useWhose } from './use-whose.ts'
import { isolatedLtr } from '#console/kit/i18n/bidi.ts'

/** The form of a refund: all that is left of a payment, or a part. */
export default function Refund(): ReactNode {
  const { order_ref = '', merchant = '' } = useScreenSearch('refund')
  return (
    <ActingFor merchant={merchant}>
      <Read orderRef={order_ref} />
    </ActingFor>
  )
}

function Read({ orderRef: order_ref }: { orderRef: string }): ReactNode {
  const whose = useWhose()
  const wanted = { enabled: order_ref !== '' }
  const payment = useCall(readPayment, { body: { order_ref } }, wanted)
  const refunds = useCall(readRefunds, { path: { id: order_ref } }, wanted)
  const { refetch } = refunds
  const underWay = (refunds.data?.refunding ?? 0) > 0
  useFresh(underWay, refetch)
  if (payment.data && refunds.data && refunds.data.amountToRefund > 0)
    return <RefundForm payment={payment.data} sums={refunds.data} onOutdated={() => void refetch()} />
  const error = payment.error ?? refunds.error
  return (
    <Screen
      name="refund"
      {...(order_ref
        ? { back: 'paymentDetails' as const, backSearch: { order_ref, ...whose } }
        : { back: 'payments' as const })}
    >
      {refunds.data ? (
        <>
          {payment.data && <PaymentHead payment={payment.data} />}
          <NothingLeft orderRef={order_ref} sums={refunds.data} />
        </>
      ) : (
        <Unanswered
          query={{ error, refetch: payment.refetch }}
          lines={8}
          missing={<Missing what="payment" />}
          absent={order_ref === ''}
        />
      )}
    </Screen>
  )
}

/** Shown when nothing is left to refund. */
function NothingLeft({ orderRef, sums }: { orderRef: string; sums: RefundsOfPayment | undefined }): ReactNode {
  const { t } = useTranslation()
  const whose = useWhose()
  return (
    <Empty title={t(($) => $.refunds.nothingTitle)} text={t(($) => $.refunds.nothingText)}>
      {sums && sums.captured > 0 && <RefundMeter sums={sums} />}
      {orderRef ? (
        <ButtonLink to="paymentDetails" search={{ order_ref: orderRef, ...whose }} variant="default">
          {t(($) => $.refunds.toPayment)}
        </ButtonLink>
      ) : (
        <ButtonLink to="payments" search={{}} variant="default">
          {t(($) => $.payments.showAll)}
        </ButtonLink>
      )}
    </Empty>
  )
}

interface Values extends UnitsBackValues {
  type: RefundType
  amount: string
  reason: string
  note: string
}
interface FormProps {
  payment: Payment
  sums: RefundsOfPayment
  /** Called when the refundable amount has changed since it was read. */
  onOutdated: () => void
}

function RefundForm({ payment, sums, onOutdated }: FormProps): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const go = useGo()
  const whose = useWhose()
  const environment = environmentOf(useUser())
  const [asking, setAsking] = useState(false)
  const { currency, order_ref } = payment
  const amountOf = (values: Values) => (values.type === 'full' ? sums.amountToRefund : amountNumber(values.amount))
  const initial: Values = { type: 'full', amount: '', reason: '', note: '', ...noUnitsBack(sums.units) }
  const { form, onSubmit, pending, failure } = useCallForm(createRefund, {
    initial,
    path: { order_ref },
    toBody: (values) => {
      const { type, reason, note } = values
      const amount = amountOf(values) ?? Number.NaN
      return { type, amount, reason, note, currency, environment, ...unitsBackBody(values) }
    },
    refreshes: [readRefunds, readPayment, readWebhookData, listPayments],
    onDone: () => void go({ to: 'paymentDetails', search: { order_ref, ...whose } }),
  })
  const wrongAmount = form.errors['amount'] !== undefined
  useEffect(() => {
    if (wrongAmount) onOutdated()
    // oxlint-disable-next-line react/exhaustive-deps -- runs when the amount becomes wrong
  }, [wrongAmount])
  const { type } = form.values
  const shopper = payment.shopper_name || payment.shopper_email
  const wished = amountOf(form.values) ?? 0
  const words = (value: number) => amountInText(value, currency, language)
  const tooMuch = type === 'partial' && wished > sums.amountToRefund
  const ask = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (form.validate().hasErrors) onSubmit(event)
    else if (!tooMuch) setAsking(true)
  }
  return (
    <FormScreen
      name="refund"
      back="paymentDetails"
      backSearch={{ order_ref, ...whose }}
      submit={t(($) => $.refunds.submit, { amount: words(wished) })}
      onSubmit={ask}
      pending={pending}
      failure={failure}
      head={<PaymentHead payment={payment} />}
      aside={
        <Section title={t(($) => $.refunds.meter)}>
          <RefundMeter sums={sums} wished={wished} />
        </Section>
      }
      below={
        sums.refundDetails.length > 0 && (
          <Section title={t(($) => $.refunds.title)}>
            <RefundRows rows={sums.refundDetails} mayEnd />
          </Section>
        )
      }
    >
      <FormSection title={t(($) => $.refunds.what)}>
        <Radio.Group className="wide" label={t(($) => $.refunds.type)} {...form.getInputProps('type')}>
          <Radio mt={6} value="full" label={t(($) => $.refunds.types.full)} />
          <Radio mt={6} value="partial" label={t(($) => $.refunds.types.partial)} />
        </Radio.Group>
        <AmountInput
          label={t(($) => $.linkForm.amount)}
          currency={currency}
          required={type === 'partial'}
          readOnly={type === 'full'}
          {...form.getInputProps('amount')}
          {...(tooMuch && { error: t(($) => $.refunds.tooMuch, { left: words(sums.amountToRefund) }) })}
          {...(type === 'full' && { value: String(sums.amountToRefund) })}
        />
        <Select
          label={t(($) => $.refunds.reason)}
          data={refundReasons.map((value) => ({ value, label: wireWord('refundReasons', value) }))}
          placeholder={t(($) => $.refunds.chooseReason)}
          required
          {...form.getInputProps('reason')}
        />
        <Textarea
          className="wide"
          label={t(($) => $.refunds.note)}
          description={t(($) => $.refunds.noteHint)}
          dir="auto"
          autosize
          minRows={2}
          maxLength={limits.refundNoteLength}
          {...form.getInputProps('note')}
        />
        <UnitsBack units={sums.units} form={form} />
      </FormSection>
      {asking && (
        <Confirm
          title={t(($) => $.refunds.confirmTitle, { amount: words(wished) })}
          confirm={t(($) => $.refunds.submit, { amount: words(wished) })}
          danger
          pending={pending}
          onConfirm={() => {
            setAsking(false)
            onSubmit()
          }}
          onClose={() => setAsking(false)}
        >
          <p>
            {t(($) => (sums.is_manual ? $.refunds.confirmByHand : $.refunds.confirmText), {
              amount: words(wished),
              shopper: shopper || t(($) => $.refunds.theShopper),
              order: isolatedLtr(payment.merchant_order_ref),
            })}
          </p>
          {payment.fee > 0 && <p>{t(($) => $.refunds.feeStays)}</p>}
        </Confirm>
      )}
    </FormScreen>
  )
}
