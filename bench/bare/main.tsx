import '@mantine/core/styles.css'
import '@mantine/dates/styles.css'
import {
  AppShell,
  Badge,
  Group,
  MantineProvider,
  NavLink,
  Pagination,
  Select,
  Table,
  TextInput,
  Title,
} from '@mantine/core'
import { DatePickerInput } from '@mantine/dates'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'

/**
 * A list screen made of the libraries' parts and nothing of ours: a shell with a menu, filters that filter nothing, a
 * table of 50 rows with 10 columns and its pages. No session, no language, no permissions, no address that keeps anything.
 */
function List() {
  const { data } = useQuery({
    queryKey: ['rows'],
    queryFn: async () => (await (await fetch('/rows')).json()) as string[][],
  })
  return (
    <>
      <Title order={2}>Payments</Title>
      <Group>
        <TextInput aria-label="Search" />
        <Select aria-label="Status" data={['Success', 'Failed']} />
        <DatePickerInput aria-label="Created" type="range" />
      </Group>
      <Table>
        <Table.Tbody>
          {data?.map((row) => (
            <Table.Tr key={row[0]}>
              {row.map((cell, column) => (
                <Table.Td key={column}>{column === 1 ? <Badge>{cell}</Badge> : cell}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Pagination total={10} />
    </>
  )
}

function Shell() {
  return (
    <AppShell header={{ height: 48 }} navbar={{ width: 220, breakpoint: 'sm' }}>
      <AppShell.Header>Bare</AppShell.Header>
      <AppShell.Navbar>
        <NavLink label="Payments" href="/" />
      </AppShell.Navbar>
      <AppShell.Main>
        <Outlet />
      </AppShell.Main>
    </AppShell>
  )
}

const rootRoute = createRootRoute({ component: Shell })
const listRoute = createRoute({ getParentRoute: () => rootRoute, path: '/', component: List })
const router = createRouter({ routeTree: rootRoute.addChildren([listRoute]) })
const client = new QueryClient()

const root = document.querySelector('#root')
if (!root) throw new Error('the page has no root')
createRoot(root).render(
  <MantineProvider>
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </MantineProvider>,
)
