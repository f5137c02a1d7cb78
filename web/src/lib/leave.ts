/** Leaves the app for a path that the server answers itself. */
export const leaveFor = (path: string) => location.assign(path);
export const reloadPage = () => location.reload();
