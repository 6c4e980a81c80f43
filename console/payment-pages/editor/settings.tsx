import { Button, Checkbox, Modal, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { latePayments } from '#contract/late-payments.ts'
import { faultOfName } from '#contract/payment-page-names.ts'
import { checkPageAddress } from '#contract/payment-pages.ts'
import { MomentInput } from '#console/kit/form/moment-input.tsx'
import { RadioChoices } from '#console/kit/form/radio-choices.tsx'
import { useCall } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { isolatedLtr } from '#console/kit/i18n/bidi.ts'
import { codeWord, wireWord } from '#console/kit/i18n/words.ts'
import dialogue from '#console/kit/ui/dialogue.module.css'
import { useReturnFocus } from '#console/kit/ui/use-return-focus.ts'
import styles from './editor.module.css'
import type { SectionProps } from './product.tsx'

interface SettingsProps extends SectionProps {
  /** The page that is edited; empty for a new one. */
  pageRef: string
  onClose: () => void
}

/** The dialogue of what the page does beside selling: its address, its end, what follows a payment, and mails. */
export function Settings({ form, pageRef, onClose }: SettingsProps): ReactNode {
  const { t } = useTranslation()
  useReturnFocus()
  const { after_payment: after } = form.values
  const word = (name: string) => wireWord('pageFields', name)
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t(($) => $.pageEditor.settings)}
      closeButtonProps={{ 'aria-label': t(($) => $.confirm.close) }}
    >
      <div className={dialogue['body']}>
        <Address form={form} pageRef={pageRef} />
        <Expiry form={form} />
        <RadioChoices
          label={word('after_payment')}
          choices={(['message', 'redirect'] as const).map((value) => ({ value, label: codeWord('pageEndings', value) }))}
          {...form.getInputProps('after_payment')}
        />
        {after === 'message' ? (
          <Textarea label={word('success_message')} autosize minRows={2} dir="auto" maxLength={500} {...form.getInputProps('success_message')} />
        ) : (
          <TextInput label={word('success_url')} type="url" dir="ltr" placeholder="https://" {...form.getInputProps('success_url')} />
        )}
        <TextInput label={word('failure_url')} type="url" dir="ltr" placeholder="https://" {...form.getInputProps('failure_url')} />
        <NativeSelect
          label={word('late_payment')}
          description={t(($) => $.pageEditor.lateHint)}
          data={[
            ...(pageRef ? [] : [{ value: '', label: t(($) => $.pageEditor.lateUsual) }]),
            ...latePayments.map((value) => ({ value, label: wireWord('latePayments', value) })),
          ]}
          {...form.getInputProps('late_payment')}
        />
        <Checkbox size="sm" label={word('notify_shopper')} {...form.getInputProps('notify_shopper', { type: 'checkbox' })} />
        <Textarea
          label={word('confirmation_emails')}
          description={t(($) => $.pageEditor.mailsHint)}
          autosize
          minRows={2}
          dir="ltr"
          {...form.getInputProps('confirmation_emails')}
        />
        <Checkbox size="sm" label={word('listed')} {...form.getInputProps('listed', { type: 'checkbox' })} />
        <div className={dialogue['buttons']}>
          <Button onClick={onClose}>{t(($) => $.pageEditor.done)}</Button>
        </div>
      </div>
    </Modal>
  )
} // prettier-ignore

/** The address by choice; whether it can be had is looked up while it is typed. */
function Address({ form, pageRef }: SectionProps & { pageRef: string }): ReactNode {
  const { t } = useTranslation()
  const environment = environmentOf(useUser())
  const name = form.values.custom_url.trim()
  const [asked] = useDebouncedValue(name, 400)
  const own = name === '' ? '' : faultOfName(name)
  const check = useCall(
    checkPageAddress,
    { path: { customUrl: asked }, query: { environment, ...(pageRef && { page_ref: pageRef }) } },
    { enabled: asked !== '' && faultOfName(asked) === '' },
  )
  const reason = own || (asked === name ? (check.data?.reason ?? '') : '')
  const isFree = own === '' && asked === name && check.data?.is_available === true
  const prefix = `${location.origin}/pay/p/`
  return (
    <div>
      <TextInput
        label={wireWord('pageFields', 'custom_url')}
        description={t(($) => $.pageEditor.addressHint)}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        maxLength={40}
        {...form.getInputProps('custom_url')}
        error={reason ? t(($) => $.pageEditor.addressFaults[reason]) : form.errors['custom_url']}
      />
      <p role="status" className={styles['hint']}>
        {name !== '' && isFree && t(($) => $.pageEditor.addressFree, { address: isolatedLtr(prefix + name) })}
      </p>
    </div>
  )
}

/** The moment from which the page takes no orders, in the merchant's time zone; the form holds it in UTC. */
function Expiry({ form }: SectionProps): ReactNode {
  const { t } = useTranslation()
  const { time_zone: zone } = useUser()
  return (
    <MomentInput
      label={wireWord('pageFields', 'expires_at')}
      description={t(($) => $.pageEditor.expiryHint, { zone: isolatedLtr(zone) })}
      timeZone={zone}
      {...form.getInputProps('expires_at')}
    />
  )
}
