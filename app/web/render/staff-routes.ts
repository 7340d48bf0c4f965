/** Whether a route, by its id, is of the back office or the till; the shop's own pages do without their table. */
export const isStaffRoute = (id: string) => /^(routes\/(admin|till)\/|till$)/.test(id)
