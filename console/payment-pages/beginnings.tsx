import { Button, Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { pageTypes, type PageType } from '#contract/payment-page-states.ts'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import { ViewOnly } from '#console/kit/routing/view-only.tsx'
import { WhyNot } from '#console/kit/routing/why-not.tsx'
import { BeginningCards, BeginningItems, type BeginningWay } from '#console/kit/ui/beginnings.tsx'
import { Icon, type IconName } from '#console/kit/ui/icons.tsx'
import { useToEditor } from './to-editor.ts'

const icons: Record<PageType, IconName> = {
  fixed_amount: 'payments',
  fixed_with_quantity: 'bag',
  custom_amount: 'merchants',
}

/** A starting point for each type. */
function useWays(): BeginningWay[] {
  const { t } = useTranslation()
  const toEditor = useToEditor()
  return pageTypes.map((type) => ({
    id: type,
    icon: icons[type],
    title: t(($) => $.paymentPages.beginnings[type].title),
    text: t(($) => $.paymentPages.beginnings[type].text),
    run: () => void toEditor({ type }),
  }))
}

/** The button of a new page; nothing for whom the role forbids it. */
export function NewPage(): ReactNode {
  const { t } = useTranslation()
  const ways = useWays()
  const denied = useDenied('paymentPagesConfiguration')
  if (denied === 'view_only') return <ViewOnly />
  if (denied) return null
  return (
    <Menu position="bottom-end" width={320}>
      <Menu.Target>
        <Button leftSection={<Icon name="plus" />} rightSection={<Icon name="down" size={12} />}>
          {t(($) => $.paymentPages.create)}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <BeginningItems ways={ways} />
      </Menu.Dropdown>
    </Menu>
  )
}

/** Where a first page begins: one of each type. */
export function Beginnings(): ReactNode {
  const { t } = useTranslation()
  const ways = useWays()
  if (useDenied('paymentPagesConfiguration') !== null) return <WhyNot rule="paymentPagesConfiguration" />
  return <BeginningCards label={t(($) => $.paymentPages.create)} ways={ways} />
}
