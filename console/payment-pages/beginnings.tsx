import { Button, Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { pageTypes, type PageType } from '#contract/payment-page-states.ts'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import { ViewOnly } from '#console/kit/routing/view-only.tsx'
import { WhyNot } from '#console/kit/routing/why-not.tsx'
import { Icon, type IconName } from '#console/kit/ui/icons.tsx'
import styles from './payment-pages.module.css'
import { useToEditor } from './to-editor.ts'

const icons: Record<PageType, IconName> = {
  fixed_amount: 'payments',
  fixed_with_quantity: 'bag',
  custom_amount: 'merchants',
}

/** The button of a new page, with a starting point for each type; nothing for whom the role forbids it. */
export function NewPage(): ReactNode {
  const { t } = useTranslation()
  const toEditor = useToEditor()
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
        {pageTypes.map((type) => (
          <Menu.Item key={type} leftSection={<Icon name={icons[type]} />} onClick={() => void toEditor({ type })}>
            <Words type={type} />
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Where a first page begins: one of each type. */
export function Beginnings(): ReactNode {
  const { t } = useTranslation()
  const toEditor = useToEditor()
  if (useDenied('paymentPagesConfiguration') !== null) return <WhyNot rule="paymentPagesConfiguration" />
  return (
    <ul className={styles['beginnings']} aria-label={t(($) => $.paymentPages.create)}>
      {pageTypes.map((type) => (
        <li key={type}>
          <button type="button" className={styles['beginning']} data-card onClick={() => void toEditor({ type })}>
            <Icon name={icons[type]} size={20} />
            <Words type={type} />
          </button>
        </li>
      ))}
    </ul>
  )
}

function Words({ type }: { type: PageType }): ReactNode {
  const { t } = useTranslation()
  return (
    <span className={styles['words']}>
      <strong>{t(($) => $.paymentPages.beginnings[type].title)}</strong>
      <span>{t(($) => $.paymentPages.beginnings[type].text)}</span>
    </span>
  )
}
