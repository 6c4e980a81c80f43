import { ActionIcon, Menu, TextInput } from '@mantine/core'
import { memo, useState, type ClipboardEvent, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { toMajor, type Currency } from '#contract/kit/money.ts'
import { DecimalInput } from '#console/kit/form/decimal-input.tsx'
import { Amount } from '#console/kit/details/values.tsx'
import { ActItems } from '#console/kit/ui/act-items.tsx'
import { Icon } from '#console/kit/ui/icons.tsx'
import { isBlank, needsReason, type EditedLine } from './edited-lines.ts'
import styles from './lines.module.css'
import { lineColumns, type LineColumn } from './pasted-lines.ts'
import { SuggestInput } from './suggest-input.tsx'
import { TaxInput } from './tax-input.tsx'

/** What can be done with the line at a place. */
export interface LineActs {
  change: (at: number, parts: Partial<EditedLine>) => void
  validate: (at: number, part: string) => void
  add: (after: number) => void
  step: (at: number, by: -1 | 1, column: LineColumn) => void
  remove: (at: number) => void
  duplicate: (at: number) => void
  move: (at: number, by: -1 | 1) => void
  /** Whether the text was a block of cells, which has been taken over. */
  paste: (at: number, column: LineColumn, text: string) => boolean
}

interface LineProps {
  line: EditedLine
  at: number
  /** The number of lines. */
  of: number
  currency: Currency
  /** In minor units; null while it has none. */
  net: bigint | null
  errors: Readonly<Record<string, ReactNode>>
  disabled: boolean
  /** The acts of the latest rendering, so that a line is drawn again only when it has changed itself. */
  latest: RefObject<LineActs>
}

const isSame = (one: LineProps, other: LineProps) =>
  (Object.keys(other) as (keyof LineProps)[]).every((name) =>
    name === 'errors'
      ? Object.entries(other.errors).every(([part, error]) => one.errors[part] === error)
      : one[name] === other[name],
  )

/** One line of an invoice. */
export const Line = memo((props: LineProps): ReactNode => {
  const { line, at, of, currency, net, errors, disabled, latest } = props
  const { t } = useTranslation()
  const number = at + 1
  const [more, setMore] = useState(false)
  const acts = () => latest.current
  const input = (part: 'detail' | 'quantity' | 'unit' | 'rate') => ({
    'aria-label': t(($) => $.invoiceForm.lineInput, { column: t(($) => $.invoiceForm.lineColumns[part]), number }),
    'data-column': part,
    'data-path': `line_items.${at}.${part}`,
    disabled,
    autoComplete: 'off',
    value: line[part],
    error: errors[part],
    onBlur: () => !isBlank(line) && acts().validate(at, part),
  })
  const titled = (part: 'quantity' | 'unit' | 'rate') => ({
    ...input(part),
    wrapperProps: { 'data-title': t(($) => $.invoiceForm.lineColumns[part]) },
  })
  const decimal = (part: 'quantity' | 'rate') => (
    <DecimalInput {...titled(part)} onChange={(written) => acts().change(at, { [part]: written })} />
  )
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const column = columnOf(event.target)
    if (!column || event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && !event.defaultPrevented) {
      event.preventDefault()
      acts().add(at)
    } else if (column !== 'detail' && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault()
      acts().step(at, event.key === 'ArrowUp' ? -1 : 1, column)
    } else if (event.key === 'Backspace' && column === 'detail' && of > 1 && isBlank(line)) {
      event.preventDefault()
      acts().remove(at)
    }
  }
  const onPaste = (event: ClipboardEvent<HTMLElement>) => {
    const column = columnOf(event.target)
    if (column && !disabled && acts().paste(at, column, event.clipboardData.getData('text/plain'))) event.preventDefault()
  }
  const name = t(($) => $.invoiceForm.lineNumber, { number })
  return (
    <li className={styles['line']} data-line={line.key} onKeyDown={onKeyDown} onPaste={onPaste}>
      <div data-title={t(($) => $.invoiceForm.lineColumns.detail)}>
        <SuggestInput
          of="item"
          maxLength={500}
          {...input('detail')}
          onChange={(detail) => acts().change(at, { detail })}
          onTake={(used) => acts().change(at, lineFrom(line, used, currency))}
        />
      </div>
      <LineMenu {...props} name={name} onMore={() => setMore(!more)} />
      <div className={styles['parts']}>
        {decimal('quantity')}
        <TextInput
          {...titled('unit')}
          dir="auto"
          maxLength={20}
          onChange={(event) => acts().change(at, { unit: event.currentTarget.value })}
        />
        {decimal('rate')}
        <TaxInput
          of={name}
          category={line.tax_category}
          percent={line.tax_percent}
          none={t(($) => $.invoiceForm.noTax)}
          disabled={disabled}
          errors={[errors['tax_category'], errors['tax_percent']]}
          path={`line_items.${at}`}
          onCategory={(tax_category) => acts().change(at, { tax_category })}
          onPercent={(tax_percent) => acts().change(at, { tax_percent })}
        />
        <span className={styles['net']} data-title={t(($) => $.invoiceForm.net)}>{net === null || <Amount value={toMajor(net, currency)} currency={currency} />}</span>
      </div>
      {needsReason(line.tax_category) && (
        <TextInput
          className={styles['further']}
          label={t(($) => $.invoiceForm.taxReason)}
          data-path={`line_items.${at}.tax_reason`}
          dir="auto"
          maxLength={200}
          disabled={disabled}
          value={line.tax_reason}
          error={errors['tax_reason']}
          onChange={(event) => acts().change(at, { tax_reason: event.currentTarget.value })}
        />
      )}
      {(more || line.id !== '' || errors['id']) && (
        <TextInput
          className={styles['further']}
          label={t(($) => $.invoiceForm.itemId)}
          data-path={`line_items.${at}.id`}
          dir="ltr"
          maxLength={60}
          disabled={disabled}
          value={line.id}
          error={errors['id']}
          onChange={(event) => acts().change(at, { id: event.currentTarget.value })}
        />
      )}
    </li>
  )
}, isSame) // prettier-ignore

/** The further acts on a line. */
function LineMenu({ at, of, disabled, latest, name, onMore }: LineProps & { name: string; onMore: () => void }): ReactNode {
  const { t } = useTranslation()
  const acts = () => latest.current
  if (disabled) return <span />
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t(($) => $.invoiceForm.lineMore, { line: name })}>
          <Icon name="more" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <ActItems
          acts={[
            ...(at > 0 ? [{ id: 'up', title: t(($) => $.invoiceForm.moveUp), icon: 'up', run: () => acts().move(at, -1) } as const] : []),
            ...(at < of - 1 ? [{ id: 'down', title: t(($) => $.invoiceForm.moveDown), icon: 'down', run: () => acts().move(at, 1) } as const] : []),
            { id: 'duplicate', title: t(($) => $.invoiceForm.duplicateLine), icon: 'copy', run: () => acts().duplicate(at) },
            { id: 'more', title: t(($) => $.invoiceForm.itemId), icon: 'table', run: onMore },
            { id: 'remove', title: t(($) => $.invoiceForm.removeLine), icon: 'close', danger: true, run: () => acts().remove(at) },
          ]}
        />
      </Menu.Dropdown>
    </Menu>
  )
} // prettier-ignore

const columnOf = (target: EventTarget): LineColumn | undefined => {
  const column = target instanceof HTMLElement ? target.dataset['column'] : undefined
  return lineColumns.find((one) => one === column)
}

/** A line with what is known of an item that was used before. Its quantity stays, and a price in another currency is none. */
function lineFrom(line: EditedLine, used: Record<string, unknown>, currency: Currency): EditedLine {
  const text = (name: string) =>
    used[name] === undefined || used[name] === null ? '' : String(used[name] as string | number)
  return {
    ...line,
    id: text('id'),
    detail: text('detail'),
    unit: text('unit'),
    rate: used['currency'] === currency ? text('rate') : line.rate,
    tax_category: text('tax_category'),
    tax_percent: text('tax_percent'),
    tax_reason: text('tax_reason'),
  }
}
