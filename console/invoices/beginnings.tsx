import { Button, Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useGo } from '#console/kit/routing/screen-link.tsx'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import { ViewOnly } from '#console/kit/routing/view-only.tsx'
import { WhyNot } from '#console/kit/routing/why-not.tsx'
import { BeginningCards, BeginningItems, type BeginningWay } from '#console/kit/ui/beginnings.tsx'
import { Icon } from '#console/kit/ui/icons.tsx'

/** Where an invoice begins: with the empty form, a template, or a sheet of many. */
function useWays(): BeginningWay[] {
  const { t } = useTranslation()
  const go = useGo()
  const words = (id: 'blank' | 'template' | 'sheet') => ({
    id,
    title: t(($) => $.invoices.beginnings[id].title),
    text: t(($) => $.invoices.beginnings[id].text),
  })
  return [
    { ...words('blank'), icon: 'plus', run: () => void go({ to: 'invoiceForm', search: {} }) },
    { ...words('template'), icon: 'copy', run: () => void go({ to: 'invoices', search: { templates: 'open' } }) },
    { ...words('sheet'), icon: 'upload', run: () => void go({ to: 'invoices', search: { import: 'new' } }) },
  ]
}

/** The button of a new invoice, with its beginnings. */
export function NewInvoice(): ReactNode {
  const { t } = useTranslation()
  const ways = useWays()
  const denied = useDenied('invoices')
  if (denied === 'view_only') return <ViewOnly />
  if (denied) return null
  return (
    <Menu position="bottom-end" width={320}>
      <Menu.Target>
        <Button leftSection={<Icon name="plus" />} rightSection={<Icon name="down" size={12} />}>
          {t(($) => $.invoices.create)}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <BeginningItems ways={ways} />
      </Menu.Dropdown>
    </Menu>
  )
}

/** Where a first invoice begins. */
export function Beginnings(): ReactNode {
  const { t } = useTranslation()
  const ways = useWays()
  if (useDenied('invoices') !== null) return <WhyNot rule="invoices" />
  return <BeginningCards label={t(($) => $.invoices.create)} ways={ways} />
}
