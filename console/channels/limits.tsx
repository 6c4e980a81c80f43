import { ActionIcon, Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { updateChannelMethods } from '#contract/channels.ts'
import type { PayMethod } from '#contract/channel-shapes.ts'
import { currencyCodes, type Currency } from '#contract/kit/money.ts'
import { currencyOf, useUser } from '#console/kit/auth/session.ts'
import { AmountInput } from '#console/kit/form/amount-input.tsx'
import { CurrencySelect } from '#console/kit/form/choice-inputs.tsx'
import { FormDialogue } from '#console/kit/form/form-dialogue.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { Icon } from '#console/kit/ui/icons.tsx'
import { limitsWords, wayWords } from './channel-words.ts'
import styles from './channels.module.css'
import { limitsBody, limitsErrors, ownLimits, type LimitRow } from './limits-form.ts'
import { ofWays } from './way-switch.tsx'

interface EditLimitsProps {
  way: PayMethod
  channelKey: string
  onClose: () => void
}

/** The form of a way's bounds: a smallest and a largest amount in each currency. */
export function EditLimits({ way, channelKey, onClose }: EditLimitsProps): ReactNode {
  const { t } = useTranslation()
  const own = currencyOf(useUser())
  const { type, sub_type, currencies } = way
  const { form, onSubmit, pending, failure } = useCallForm(updateChannelMethods, {
    initial: { limits: ownLimits(way) },
    path: { channelKey },
    toBody: ({ limits }) => ({ methods: [{ type, sub_type, limits: limitsBody(limits) }] }),
    blanks: 'sent',
    check: ({ limits }) => limitsErrors(limits),
    fieldOf: (path) => path.replace(/^methods\.0\./, ''),
    refreshes: ofWays,
    onDone: onClose,
  })
  const rows = form.values.limits
  const possible = currencies.length > 0 ? currencies : currencyCodes
  const left = possible.filter((code) => rows.every(({ currency }) => currency !== code))
  const add = () => {
    const currency = left.includes(own) ? own : left[0]
    if (currency) form.insertListItem('limits', { currency, minimum: '', maximum: '' })
  }
  return (
    <FormDialogue
      title={t(($) => $.payChannels.editLimitsOf, { way: wayWords(way) })}
      submit={t(($) => $.payChannels.save)}
      size="lg"
      {...{ onSubmit, pending, failure, onClose }}
    >
      <p>{t(($) => $.payChannels.limitsText)}</p>
      {rows.map((row, index) => (
        <LimitFields
          key={index}
          row={row}
          bounds={way.channel_limits}
          getInputProps={(name) => form.getInputProps(`limits.${index}.${name}`)}
          currencies={[row.currency, ...left]}
          onRemove={() => form.removeListItem('limits', index)}
        />
      ))}
      {left.length > 0 && (
        <Button variant="default" leftSection={<Icon name="plus" />} onClick={add} className={styles['add'] ?? ''}>
          {t(($) => $.payChannels.addCurrency)}
        </Button>
      )}
    </FormDialogue>
  )
}

interface LimitFieldsProps {
  row: LimitRow
  bounds: PayMethod['channel_limits']
  getInputProps: (name: keyof LimitRow) => object
  currencies: readonly Currency[]
  onRemove: () => void
}
function LimitFields({ row, bounds, getInputProps, currencies, onRemove }: LimitFieldsProps): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const { currency } = row
  const [provider] = limitsWords(
    bounds.filter((bound) => bound.currency === currency),
    language,
  )
  return (
    <fieldset className={styles['limit']}>
      <legend className="visually-hidden">{currency}</legend>
      <CurrencySelect
        label={t(($) => $.columns.currency)}
        {...getInputProps('currency')}
        {...(currencies.length < 2 ? { readOnly: true } : {})}
      />
      <AmountInput label={t(($) => $.payChannels.minimum)} currency={currency} {...getInputProps('minimum')} />
      <AmountInput
        label={t(($) => $.payChannels.maximum)}
        currency={currency}
        {...(provider ? { description: t(($) => $.payChannels.providerLimit, { limit: provider }) } : {})}
        {...getInputProps('maximum')}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t(($) => $.payChannels.removeCurrency, { currency })}
        onClick={onRemove}
      >
        <Icon name="close" />
      </ActionIcon>
    </fieldset>
  )
}
