// The product as `npm start` runs it, without a loader of sources where there is a bundle.
import '../index';
