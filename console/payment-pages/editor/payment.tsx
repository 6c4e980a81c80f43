import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  networkNames,
  pagePaymentTypes,
  pageTakes,
  socialNetworkNames,
  type PagePaymentType,
} from '#contract/payment-page-looks.ts'
import type { Offer } from '#console/kit/form/offered.ts'
import { FormSection } from '#console/kit/form/form-screen.tsx'
import { wireWord } from '#console/kit/i18n/words.ts'
import styles from './editor.module.css'
import type { SectionProps } from './product.tsx'

interface PaymentProps extends SectionProps {
  /** The ways that a channel takes for this currency; undefined until they are known. */
  offered: readonly Offer[] | undefined
}

/** How the page is paid, what its button says, and whom shoppers can ask. */
export function Payment({ form, offered }: PaymentProps): ReactNode {
  const { t } = useTranslation()
  const word = (name: string) => wireWord('pageFields', name)
  return (
    <FormSection title={t(($) => $.pageEditor.payment)} folded>
      <div className="wide">
        <PaymentTypes form={form} offered={offered} />
      </div>
      <TextInput
        label={word('button_text')}
        description={t(($) => $.pageEditor.buttonHint)}
        maxLength={24}
        dir="auto"
        {...form.getInputProps('button_text')}
      />
      <TextInput
        label={word('merchant_name')}
        description={t(($) => $.linkForm.merchantNameHint)}
        maxLength={120}
        dir="auto"
        {...form.getInputProps('merchant_details.name')}
      />
      <TextInput label={word('contact_email')} type="email" dir="ltr" {...form.getInputProps('contact_email')} />
      <TextInput label={word('contact_phone')} type="tel" dir="ltr" {...form.getInputProps('contact_phone')} />
      <Networks form={form} />
    </FormSection>
  )
}

/** All ways, or kinds of ways; a kind that no channel takes is off, and says why. */
function PaymentTypes({ form, offered }: PaymentProps): ReactNode {
  const { t } = useTranslation()
  const { payment_types: chosen, currency } = form.values
  const takenBy = (type: PagePaymentType) =>
    offered === undefined || offered.some((way) => pageTakes([type], way.type, way.subType))
  const change = (type: PagePaymentType, on: boolean) => {
    if (type === 'all') return form.setFieldValue('payment_types', on ? ['all'] : pagePaymentTypes.filter((one) => one !== 'all' && takenBy(one)))
    const others = chosen.filter((one) => one !== type && one !== 'all')
    form.setFieldValue('payment_types', on ? [...others, type] : others)
  } // prettier-ignore
  const isAll = chosen.includes('all')
  return (
    <Checkbox.Group
      label={wireWord('pageFields', 'payment_types')}
      value={isAll ? [...pagePaymentTypes] : chosen}
      error={form.errors['payment_types']}
    >
      <div className={styles['types']}>
        {pagePaymentTypes.map((type) => {
          const isTaken = takenBy(type)
          return (
            <Checkbox
              key={type}
              size="sm"
              value={type}
              label={wireWord('pagePaymentTypes', type)}
              {...(!isTaken && { description: t(($) => $.pageEditor.noChannel, { currency }) })}
              disabled={type !== 'all' && (isAll || (!isTaken && !chosen.includes(type)))}
              onChange={(event) => change(type, event.currentTarget.checked)}
            />
          )
        })}
      </div>
    </Checkbox.Group>
  )
}

/** The merchant's places on social networks: those that have an address are shown. */
function Networks({ form }: SectionProps): ReactNode {
  const { t } = useTranslation()
  const icons = form.values.social_icons
  const free = socialNetworkNames.filter((network) => !icons.some((icon) => icon.network === network))
  return (
    <>
      {icons.map(({ network }, at) => (
        <TextInput
          key={network}
          label={networkNames[network]}
          type="url"
          dir="ltr"
          placeholder="https://"
          {...form.getInputProps(`social_icons.${at}.url`)}
        />
      ))}
      {free.length > 0 && (
        <NativeSelect
          label={t(($) => $.pageEditor.addNetwork)}
          value=""
          onChange={(event) =>
            event.currentTarget.value && form.insertListItem('social_icons', { network: event.currentTarget.value, url: '' })
          }
          data={[{ value: '', label: t(($) => $.pageEditor.choose) }, ...free.map((value) => ({ value, label: networkNames[value] ?? value }))]}
        />
      )}
    </>
  )
} // prettier-ignore
