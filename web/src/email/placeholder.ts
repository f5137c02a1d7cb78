/** Stands where the author has not chosen a picture yet; the dashboard serves it. */
export const placeholderImage = "/images/placeholder-600x300.png";
